import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ensureInstalled } from "@/scripts/install.mjs";

export const PEER_FOLDER = join(import.meta.dirname, "vendure");
const CACHE = join(PEER_FOLDER, "run");

/**
 * Installs the Vendure store if needed and builds its seeded data once per version of its files.
 * @returns the folder with `store.sqlite` and `access.json`, which callers copy and never change
 */
export async function vendureTemplate(): Promise<string> {
  await mkdir(CACHE, { recursive: true });
  return await alone(join(CACHE, "lock"), async () => {
    await install();
    const template = join(CACHE, `template-${await contentKey()}`);
    if (existsSync(template)) return template;
    const building = join(CACHE, "building");
    await rm(building, { recursive: true, force: true });
    await run(process.execPath, ["seed.mjs", building]);
    await rename(building, template);
    return template;
  });
}

/** Native modules are built for one ABI of Node; under another one they are built again. */
async function install(): Promise<void> {
  await ensureInstalled(PEER_FOLDER, "the test store vendure");
  const stamp = join(PEER_FOLDER, "node_modules", ".built-for-abi");
  const abi = process.versions.modules;
  const builtFor = await readFile(stamp, "utf8").catch(() => abi);
  if (builtFor !== abi) await run("npm", ["rebuild", "--loglevel=error"]);
  await writeFile(stamp, abi);
}

async function contentKey(): Promise<string> {
  const names = ["package-lock.json", "config.mjs", "seed.mjs", "catalog.mjs"];
  return digest(await Promise.all(names.map((name) => readFile(join(PEER_FOLDER, name)))));
}

const digest = (parts: readonly Buffer[]): string =>
  parts
    .reduce((hash, part) => hash.update(part), createHash("sha256"))
    .digest("hex")
    .slice(0, 16);

/** Runs a command in the store's folder; rejects with the end of its output. */
function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_ENV: "development" as const, VENDURE_DISABLE_TELEMETRY: "true" };
    const child = spawn(command, args, { cwd: PEER_FOLDER, env, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    const keep = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(" ")} ended with ${code}:\n${printed}`));
    });
  });
}

/** Serialises builds across the parallel test processes. A lock of a process that died is taken over. */
async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: "wx" });
      break;
    } catch {
      const holder = Number(await readFile(lock, "utf8").catch(() => ""));
      if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true });
      await pause(200);
    }
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
