import { execFile } from "node:child_process";
import { chownSync, existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { choosePort } from "@/server/db/embedded/port";
import { findRunner } from "@/server/db/embedded/programs";
import { FAST, provideTemplate } from "./template";

const execute = promisify(execFile);

const OWNER = "postgres";
/** The oldest version that docs/deploying.md allows, as Debian has it. */
const OLDEST = 15;
const PROGRAMS = process.env.POSTGRES_PROGRAMS ?? `/usr/lib/postgresql/${OLDEST}/bin`;

/**
 * Starts a PostgreSQL of the operating system for a test run, with its default settings but for waiting for the disk,
 * and migrates the database that every test file copies. POSTGRES_PROGRAMS names the folder of another version's
 * programs.
 */
export default async function startExternalCluster(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(PROGRAMS)) throw new Error(`There is no PostgreSQL in ${PROGRAMS}: set POSTGRES_PROGRAMS.`);
  const runner = await findRunner();
  const folder = await mkdtemp(join(tmpdir(), "pricecheck-external-"));
  if (runner.owner !== null) chownSync(folder, runner.owner, runner.owner);
  const data = join(folder, "data");
  const run = async (program: "initdb" | "pg_ctl", ...args: readonly string[]): Promise<void> => {
    const [command = "", ...rest] = [...runner.prefix, join(PROGRAMS, program), `--pgdata=${data}`, ...args];
    await execute(command, rest, { cwd: "/" });
  };
  const port = await choosePort(join(folder, "port"));
  const settings = {
    ...FAST,
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
    await run(
      "initdb",
      `--username=${OWNER}`,
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
      "--no-sync",
    );
    await run("pg_ctl", "start", "--wait", `--log=${join(folder, "log")}`, `--options=${options.join(" ")}`);
    await provideTemplate(project, `postgres://${OWNER}:unused@127.0.0.1:${port}/postgres`);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
