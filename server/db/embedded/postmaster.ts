import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Content of the postmaster.pid of a running or ended server. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** The line of postmaster.pid with the port, counted from 0. */
const PORT_LINE = 3;
// Larger than any process id of a kernel, so that PostgreSQL considers the process dead and continues with its own
// checks.
const UNUSED_PID = 999_999_999;

/** Reads postmaster.pid in a data directory; null when it is missing or incomplete. */
export function readPostmaster(dataDir: string): Postmaster | null {
  const lines = readLines(join(dataDir, "postmaster.pid"));
  const pid = Number(lines[0]);
  const port = Number(lines[PORT_LINE]);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 ? { pid, port } : null;
}

/**
 * True while a process with this id runs, under any user. A zombie (ended but not reaped, common in containers) does
 * not count as running.
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

/** True while this process runs and may be a PostgreSQL server, so that no other process is stopped by mistake. */
export function mayBePostgres(pid: number): boolean {
  return isAlive(pid) && (commandOf(pid)?.includes("postgres") ?? true);
}

/**
 * Replaces the process id in postmaster.pid when it certainly belongs to a process other than PostgreSQL. That
 * happens after a restart of the machine or container, and PostgreSQL would refuse to start. The new id belongs to no
 * process; the rest of the file stays, because PostgreSQL uses its shared-memory key to detect surviving backends.
 */
export function replaceStalePid(dataDir: string): void {
  const file = join(dataDir, "postmaster.pid");
  const lines = readLines(file);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || pid === UNUSED_PID) return;
  const command = commandOf(pid);
  if (command === undefined || command.includes("postgres")) return;
  writeFileSync(file, [UNUSED_PID, ...lines.slice(1)].join("\n"));
}

// Undefined when the process has ended or the system does not report its command.
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
