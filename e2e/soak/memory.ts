import { residentBytes } from "@/e2e/hostile/service";

/** Samples of a process's resident memory. */
export interface Memory {
  /** Returns the median of the samples between two moments, in megabytes; the moments are seconds since the start. */
  readonly between: (from: number, until: number) => number;
  readonly stop: () => void;
}

const EVERY_MS = 1_000;

/** Samples the memory of a process every second. */
export function watchMemory(pid: number): Memory {
  const startedAt = performance.now();
  const samples: { readonly at: number; readonly bytes: number }[] = [];
  const timer = setInterval(() => {
    samples.push({ at: (performance.now() - startedAt) / 1_000, bytes: residentBytes(pid) });
  }, EVERY_MS);
  return {
    between: (from, until) => {
      const own = samples.filter(({ at }) => at >= from && at <= until).map(({ bytes }) => bytes);
      const sorted = own.toSorted((a, b) => a - b);
      return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) / 1e5) / 10;
    },
    stop: () => clearInterval(timer),
  };
}
