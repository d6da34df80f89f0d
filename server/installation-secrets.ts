import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Env } from "./env";

/** What an installation keeps to itself: who knows it can sign in as anyone and open every stored credential. */
export interface InstallationSecrets {
  readonly appDbPassword: string;
  readonly authSecret: string;
  readonly encryptionKey: string;
}

const FILE = "secrets.json";
const stored = z.object({ appDbPassword: z.string(), authSecret: z.string(), encryptionKey: z.string() });

/**
 * The secrets of the environment; those that it leaves open are made once and kept in the data directory, readable
 * for their owner alone. With an external database the environment has to name them all, so nothing is made.
 */
export async function installationSecrets(env: Env): Promise<InstallationSecrets> {
  const { APP_DB_PASSWORD, AUTH_SECRET, ENCRYPTION_KEY } = env;
  if (APP_DB_PASSWORD && AUTH_SECRET && ENCRYPTION_KEY)
    return { appDbPassword: APP_DB_PASSWORD, authSecret: AUTH_SECRET, encryptionKey: ENCRYPTION_KEY };
  const kept = await keptSecrets(env.DATA_DIR);
  return {
    appDbPassword: APP_DB_PASSWORD ?? kept.appDbPassword,
    authSecret: AUTH_SECRET ?? kept.authSecret,
    encryptionKey: ENCRYPTION_KEY ?? kept.encryptionKey,
  };
}

async function keptSecrets(dataDir: string): Promise<InstallationSecrets> {
  const path = join(dataDir, FILE);
  const found = await readFile(path, "utf8").catch(() => null);
  if (found !== null) return stored.parse(JSON.parse(found));
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const fresh = () => randomBytes(32).toString("base64url");
  const made = { appDbPassword: fresh(), authSecret: fresh(), encryptionKey: fresh() };
  const own = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(own, JSON.stringify(made), { mode: 0o600 });
  try {
    // Of two processes that start at once only one makes the link; both go on with that one's secrets.
    await link(own, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await unlink(own);
  }
  return stored.parse(JSON.parse(await readFile(path, "utf8")));
}
