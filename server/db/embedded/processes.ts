import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "./postmaster";

/**
 * Registers this process as a user of the embedded server.
 * Several processes may use one server: the service, the operator's command line, a second service by mistake. Each
 * writes a file `using-<pid>` while it does, and `stopping-<pid>` while it checks whether it is the last one. A
 * process that arrives writes its file first and then looks for one that is stopping; a process that stops writes its
 * file first and then looks for one that uses the server. In any order, one of the two sees the other. Files of dead
 * processes are ignored.
 */
export function registerUse(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, `using-${process.pid}`), "");
}

/** True while another process is about to stop the server. */
export function isServerStopping(folder: string): boolean {
  return hasOtherProcess(folder, "stopping");
}

/** True while another process uses the server. */
export function isServerInUse(folder: string): boolean {
  return hasOtherProcess(folder, "using");
}

/**
 * Unregisters this process and calls `stop` when no other process uses the server.
 * @returns true when the server was stopped
 */
export async function unregisterUse(folder: string, stop: () => Promise<void>): Promise<boolean> {
  const stopping = join(folder, `stopping-${process.pid}`);
  writeFileSync(stopping, "");
  try {
    rmSync(join(folder, `using-${process.pid}`), { force: true });
    if (isServerInUse(folder)) return false;
    await stop();
    return true;
  } finally {
    rmSync(stopping, { force: true });
  }
}

function hasOtherProcess(folder: string, mark: "using" | "stopping"): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((name) => {
    const [kind, pid] = name.split("-");
    if (kind !== mark || Number(pid) === process.pid) return false;
    if (isAlive(Number(pid))) return true;
    rmSync(join(folder, name), { force: true });
    return false;
  });
}
