import { randomFrom } from "@/server/testing/random";
import type { Checkpoint } from "@/server/usecases/checkpoints";

/** What a fleet tells each worker of its life. */
export interface WorkerLife {
  readonly seed: number;
  /** Whether it is one of those that the fleet began with, and not one in the place of a worker that died. */
  readonly isFirst: boolean;
}

/** A worker of the beginning dies at this point of its life at the latest, so that no experiment is without a kill. */
const LAST_POINT = 5;

/** Returns a function that kills this process at points of its work, each with its own probability. */
export function deathsOf(
  { seed, isFirst }: WorkerLife,
  probabilities: Readonly<Partial<Record<Checkpoint, number>>>,
): (point: Checkpoint) => void {
  const random = randomFrom(seed);
  let passed = 0;
  return (point) => {
    const probability = probabilities[point];
    if (probability === undefined) return;
    passed += 1;
    if (random() < probability || (isFirst && passed === LAST_POINT)) process.kill(process.pid, "SIGKILL");
  };
}
