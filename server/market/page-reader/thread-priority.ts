import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";

/**
 * Gives the calling thread a low priority: where processors are short, it gets about a tenth of what any other thread
 * gets. The lowest priority would get a hundredth, and pages would exceed their time limit on a busy machine. Only
 * Linux has priorities of threads; anywhere else the thread runs like all others.
 */
export function runBehindOtherThreads(): void {
  if (process.platform !== "linux") return;
  try {
    const [thread] = readlinkSync("/proc/thread-self").split("/").slice(-1);
    setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system that hides its processes or forbids the change: the thread keeps its priority.
  }
}
