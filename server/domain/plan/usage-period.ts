import { DAY_MS } from "@/server/domain/durations";

/** A stretch of time in milliseconds since 1970; the end is no longer part of it. */
export interface Period {
  readonly startMs: number;
  readonly endMs: number;
}

/** The day in UTC that a moment lies in: a plan's runs are counted by it. */
export function dayOf(nowMs: number): Period {
  const startMs = nowMs - (nowMs % DAY_MS);
  return { startMs, endMs: startMs + DAY_MS };
}

/** The calendar month in UTC that a moment lies in: a plan's page checks are counted by it. */
export function monthOf(nowMs: number): Period {
  const at = new Date(nowMs);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { startMs: Date.UTC(year, month, 1), endMs: Date.UTC(year, month + 1, 1) };
}
