import { DAY_MS } from "@/server/domain/durations";

/** A half-open period in milliseconds since 1970. */
export interface Period {
  readonly startMs: number;
  readonly endMs: number;
}

/** Returns the UTC day of an instant: a plan's runs are counted by it. */
export function dayOf(nowMs: number): Period {
  const startMs = nowMs - (nowMs % DAY_MS);
  return { startMs, endMs: startMs + DAY_MS };
}

/** Returns the UTC calendar month of an instant: a plan's page checks are counted by it. */
export function monthOf(nowMs: number): Period {
  const at = new Date(nowMs);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { startMs: Date.UTC(year, month, 1), endMs: Date.UTC(year, month + 1, 1) };
}
