import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Env } from "./env";

/** The secrets of an installation: with them one can sign in as any person and decrypt every stored credential. */
export interface InstallationSecrets {
  readonly appDbPassword: string;
  readonly authSecret: string;
  readonly encryptionKey: string;
}

const FILE = "secrets.json";
const secret = z.string().min(16);
const stored = z.object({ appDbPassword: secret, authSecret: secret, encryptionKey: secret });

/**
 * Returns the secrets from the environment. Generates those that are missing once and stores them in the data
 * directory, readable for their owner only. With an external database the environment must set all of them; none is
 * generated.
 */
export async function installationSecrets(env: Env): Promise<InstallationSecrets> {
  const { APP_DB_PASSWORD, AUTH_SECRET, ENCRYPTION_KEY } = env;
  if (APP_DB_PASSWORD && AUTH_SECRET && ENCRYPTION_KEY)
    return { appDbPassword: APP_DB_PASSWORD, authSecret: AUTH_SECRET, encryptionKey: ENCRYPTION_KEY };
  const stored = await storedSecrets(env.DATA_DIR);
  return {
    appDbPassword: APP_DB_PASSWORD ?? stored.appDbPassword,
    authSecret: AUTH_SECRET ?? stored.authSecret,
    encryptionKey: ENCRYPTION_KEY ?? stored.encryptionKey,
  };
}

async function storedSecrets(dataDir: string): Promise<InstallationSecrets> {
  const path = join(dataDir, FILE);
  const found = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new Error(`${path} cannot be read (${error.code}).`, { cause: error });
  });
  if (found !== null) return readSecrets(path, found);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const fresh = () => randomBytes(32).toString("base64url");
  const made = { appDbPassword: fresh(), authSecret: fresh(), encryptionKey: fresh() };
  const own = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(own, JSON.stringify(made), { mode: 0o600 });
  try {
    // When two processes start at once, only one of them creates the link; both continue with the secrets behind it.
    await link(own, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await unlink(own);
  }
  return readSecrets(path, await readFile(path, "utf8"));
}

/** @throws Error with one line that names the file and the problem, without any of the file's content */
function readSecrets(path: string, text: string): InstallationSecrets {
  const parsed = stored.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const name = parsed.error.issues[0]?.path.join(".");
  const wrong = name ? `${name} is missing or no secret` : "it is no JSON object";
  throw new Error(
    `${path} does not hold the installation's secrets (${wrong}): put back the copy that was kept with the database.`,
  );
}

// The parser's own error message would quote the text at the point of failure.
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
