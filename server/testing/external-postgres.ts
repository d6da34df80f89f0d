import { execFile } from "node:child_process";
import { chownSync, existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { choosePort } from "@/server/db/embedded/port";
import { findRunner } from "@/server/db/embedded/programs";

const execute = promisify(execFile);

const OWNER = "postgres";
/** The oldest version that docs/operations.md allows, as Debian has it. */
const OLDEST = 15;
/** The folder of its programs. */
export const POSTGRES_PROGRAMS = process.env["POSTGRES_PROGRAMS"] ?? `/usr/lib/postgresql/${OLDEST}/bin`;

/** A PostgreSQL of the operating system, in a folder of its own. */
export interface ExternalPostgres {
  /** Connection string of the role that owns everything. */
  readonly ownerUrl: string;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

/**
 * Creates and starts a PostgreSQL of the operating system with its default settings, on 127.0.0.1. POSTGRES_PROGRAMS
 * names the folder of another version's programs.
 * @param changed settings that differ from the defaults, by their names
 * @throws Error if there is none, or it does not start
 */
export async function startExternalPostgres(
  changed: Readonly<Record<string, string>> = {},
): Promise<ExternalPostgres> {
  if (!existsSync(POSTGRES_PROGRAMS))
    throw new Error(`There is no PostgreSQL in ${POSTGRES_PROGRAMS}: set POSTGRES_PROGRAMS.`);
  const runner = await findRunner();
  const folder = await mkdtemp(join(tmpdir(), "pricecheck-external-"));
  if (runner.owner !== null) chownSync(folder, runner.owner, runner.owner);
  const data = join(folder, "data");
  const run = async (program: "initdb" | "pg_ctl", ...args: readonly string[]): Promise<void> => {
    const [command = "", ...rest] = [
      ...runner.prefix,
      join(POSTGRES_PROGRAMS, program),
      `--pgdata=${data}`,
      ...args,
    ];
    await execute(command, rest, { cwd: "/" });
  };
  const port = await choosePort(join(folder, "port"));
  const settings = {
    ...changed,
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const stop = async (): Promise<void> => {
    await run("pg_ctl", "stop", "--mode=immediate").catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const form = ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
    await run("initdb", `--username=${OWNER}`, ...form);
    await run("pg_ctl", "start", "--wait", `--log=${join(folder, "log")}`, `--options=${options.join(" ")}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ownerUrl: `postgres://${OWNER}:unused@127.0.0.1:${port}/postgres`, stop };
}
