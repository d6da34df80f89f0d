import type { Ratelimit } from "@upstash/ratelimit";

export const WINDOW_MS = 60_000;

/** The function that the rate limiter library calls to count one request. */
export type Algorithm = ReturnType<typeof Ratelimit.fixedWindow>;

/** Storage of one number for each key until its window ends (`ends`, milliseconds since 1970). */
export interface Counters {
  add(key: string, amount: number, ends: number): number | Promise<number>;
  read(key: string, ends: number): number | Promise<number>;
  clear(key: string): void | Promise<void>;
}

/** A fixed window of one minute over counters other than Redis; all windows begin at whole minutes. */
export function fixedWindowOver(counters: Counters, limit: number, now: () => number): Algorithm {
  const windowEnd = (): number => (Math.floor(now() / WINDOW_MS) + 1) * WINDOW_MS;
  return () => ({
    async limit(_context, key, rate = 1) {
      const reset = windowEnd();
      const used = await counters.add(key, rate, reset);
      return {
        success: used <= limit,
        limit,
        remaining: Math.max(0, limit - used),
        reset,
        pending: Promise.resolve(),
      };
    },
    async getRemaining(_context, key) {
      const reset = windowEnd();
      return { remaining: Math.max(0, limit - (await counters.read(key, reset))), reset, limit };
    },
    async resetTokens(_context, key) {
      await counters.clear(key);
    },
  });
}
