import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a running or vanished server wrote into its postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

// Larger than any process id a kernel gives out, so PostgreSQL finds it dead and goes on to its own checks.
const NOBODYS_PID = 999_999_999;

/** Reads postmaster.pid in a data directory; null where no server wrote one, or it is not written to the end yet. */
export function readPostmaster(data: string): Postmaster | null {
  const lines = readLines(join(data, "postmaster.pid"));
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 ? { pid, port } : null;
}

/**
 * True while a process with this id runs, whoever owns it. One that ended and that nobody has collected yet, which is common
 * in containers, does not run.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  const status = readLines(`/proc/${pid}/stat`)[0];
  return status === undefined || !/^Z/.test(status.slice(status.lastIndexOf(")") + 2));
}

/** True while this process runs and may be a PostgreSQL: nothing else must be asked to stop in its place. */
export function isServer(pid: number): boolean {
  return isAlive(pid) && (commandOf(pid)?.includes("postgres") ?? true);
}

/**
 * After a machine or container restarts, the process id in postmaster.pid may belong to something else, and PostgreSQL then
 * refuses to start. Where that process is surely no PostgreSQL, the id is replaced by one that nobody has; the rest of the file
 * stays, because PostgreSQL looks there for memory that surviving processes still share.
 */
export function disownForeignPid(data: string): void {
  const file = join(data, "postmaster.pid");
  const lines = readLines(file);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || pid === NOBODYS_PID) return;
  const command = commandOf(pid);
  if (command === undefined || command.includes("postgres")) return;
  writeFileSync(file, [NOBODYS_PID, ...lines.slice(1)].join("\n"));
}

// Undefined where the process is gone or the system does not tell.
function commandOf(pid: number): string | undefined {
  return readLines(`/proc/${pid}/cmdline`)[0];
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}
