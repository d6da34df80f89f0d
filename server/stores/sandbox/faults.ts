import type { CrashPoint } from "@/server/stores/sandbox/variant";

/** The crashes that a store's next price writes meet, one each; they are forgotten when its process ends. */
export type SandboxFaults = {
  /** Adds crashes at one point for that many writes. */
  readonly add: (crash: CrashPoint, times: number) => void;
  /** Removes and returns the next crash; null if there is none. */
  readonly take: () => CrashPoint | null;
  readonly waiting: () => number;
};

/** Returns a store's faults, without any. */
export function sandboxFaults(): SandboxFaults {
  const crashes: CrashPoint[] = [];
  return {
    add: (crash, times) => {
      for (let n = 0; n < times; n += 1) crashes.push(crash);
    },
    take: () => crashes.shift() ?? null,
    waiting: () => crashes.length,
  };
}
