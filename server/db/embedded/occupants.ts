import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "./postmaster";

/**
 * Several processes may use one embedded server: the service, the operator's command line, a second service by mistake.
 * Each leaves a mark `using-<pid>` while it does, and `stopping-<pid>` while it decides whether it is the last one. A process
 * that arrives writes its mark first and then looks for someone stopping; one that stops writes its mark first and then
 * looks for someone using. Whatever the order, one of the two sees the other. Marks of dead processes count for nothing.
 */
export function arrive(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, `using-${process.pid}`), "");
}

/** True while another process is deciding to stop the server. */
export function someoneIsStopping(folder: string): boolean {
  return othersMarked(folder, "stopping");
}

/** True while another process uses the server. */
export function someoneIsUsing(folder: string): boolean {
  return othersMarked(folder, "using");
}

/**
 * Gives up this process's use and calls `stop` when nobody else uses the server.
 * @returns true when the server was stopped
 */
export async function leave(folder: string, stop: () => Promise<void>): Promise<boolean> {
  const stopping = join(folder, `stopping-${process.pid}`);
  writeFileSync(stopping, "");
  try {
    rmSync(join(folder, `using-${process.pid}`), { force: true });
    if (someoneIsUsing(folder)) return false;
    await stop();
    return true;
  } finally {
    rmSync(stopping, { force: true });
  }
}

function othersMarked(folder: string, mark: "using" | "stopping"): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((name) => {
    const [kind, pid] = name.split("-");
    if (kind !== mark || Number(pid) === process.pid) return false;
    if (isAlive(Number(pid))) return true;
    rmSync(join(folder, name), { force: true });
    return false;
  });
}
