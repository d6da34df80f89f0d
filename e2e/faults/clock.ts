/**
 * The time of a schedule, which passes only when it is told to: leases and quarantines of minutes take no time, and a
 * request that the network delivers late arrives exactly when the schedule says.
 */
export interface Clock {
  readonly now: () => number;
  /** Lets time pass, and delivers on the way what is due. */
  readonly advance: (ms: number) => Promise<void>;
  /** Does something when so many milliseconds have passed. */
  readonly later: (ms: number, deliver: () => Promise<void>) => void;
  /** Whether something is still to be delivered. */
  readonly isAwaited: () => boolean;
}

/** Starts a clock. @param at milliseconds since 1970 */
export function startClock(at: number): Clock {
  let now = at;
  const due: { readonly at: number; readonly deliver: () => Promise<void> }[] = [];
  return {
    now: () => now,
    advance: async (ms) => {
      const until = now + ms;
      for (let [next] = due; next !== undefined && next.at <= until; [next] = due) {
        due.shift();
        now = Math.max(now, next.at);
        await next.deliver();
      }
      now = Math.max(now, until);
    },
    later: (ms, deliver) => {
      due.push({ at: now + ms, deliver });
      due.sort((one, other) => one.at - other.at);
    },
    isAwaited: () => due.length > 0,
  };
}
