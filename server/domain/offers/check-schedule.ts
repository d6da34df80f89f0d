import { DAY_MS, HOUR_MS } from "@/server/domain/durations";

const MONTH_MS = 30 * DAY_MS;

/** The permitted intervals between scheduled page checks, in hours; 0 means never. */
export const CHECK_EVERY_HOURS = [0, 6, 12, 24, 72, 168] as const;

/** The schedule uses nine tenths of a month's page checks; the rest is for runs and people. */
const SCHEDULED_SHARE = { num: 9, den: 10 } as const;
/** How long a page is not requested after its site refused requests, in milliseconds. */
export const REFUSED_PAUSE_MS = 3 * DAY_MS;
const FIRST_RETRY_MS = HOUR_MS;
const MAX_PAUSE_MS = 7 * DAY_MS;
/** How soon to retry when the month's page checks are used up, in milliseconds; the plan may have grown by then. */
export const QUOTA_RETRY_MS = 6 * HOUR_MS;

/**
 * Returns the time between two scheduled checks of a page in milliseconds: the chosen interval, or a longer one when
 * the plan's page checks would not last the month; null when no checks are scheduled.
 * @param everyHours the interval chosen by the workspace; 0 is never
 * @param offers the number of watched offers
 * @param perMonth the plan's page checks per month; null means unlimited
 */
export function checkIntervalMs(everyHours: number, offers: number, perMonth: number | null): number | null {
  if (everyHours <= 0) return null;
  const chosen = everyHours * HOUR_MS;
  if (perMonth === null) return chosen;
  const affordable = Math.max(1, Math.floor((perMonth * SCHEDULED_SHARE.num) / SCHEDULED_SHARE.den));
  return Math.max(chosen, Math.ceil((MONTH_MS * offers) / affordable));
}

/**
 * Returns when a page is checked next after a successful check (milliseconds since 1970). Every page has its own
 * position in the interval, so that pages added together are spread over it, and no page is checked again within half
 * of it. With a null interval the result is a distant day: such pages wait for a run or a person.
 */
export function nextCheckMs(offerId: string, nowMs: number, intervalMs: number | null): number {
  if (intervalMs === null) return nowMs + 100 * 365 * DAY_MS;
  const offset = offsetOf(offerId, intervalMs);
  const earliest = nowMs + intervalMs / 2;
  const turns = Math.ceil((earliest - offset) / intervalMs);
  return offset + turns * intervalMs;
}

/**
 * Returns when a page is checked again after its n-th failure in a row (milliseconds since 1970): one hour, doubling,
 * at most a week; later when it requested a longer delay, which is also limited to a week.
 */
export function retryMs(failures: number, nowMs: number, retryAfterMs: number | null): number {
  const pause = Math.min(FIRST_RETRY_MS * 2 ** Math.min(Math.max(failures, 1) - 1, 20), MAX_PAUSE_MS);
  return nowMs + Math.max(pause, Math.min(retryAfterMs ?? 0, MAX_PAUSE_MS));
}

/**
 * Returns the time before which a page check counts as stale when a run starts: half the usual interval, or half a
 * day without one.
 */
export const staleBeforeMs = (nowMs: number, intervalMs: number | null): number =>
  nowMs - (intervalMs ?? DAY_MS) / 2;

/**
 * Parses a Retry-After header: seconds, or an HTTP date.
 * @returns milliseconds from now, at most a week; null for any other text and for a time in the past
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(wait) || wait <= 0 ? null : Math.min(wait, MAX_PAUSE_MS);
}

/** Returns a number below the interval that is constant for an id (FNV-1a over its characters). */
function offsetOf(id: string, intervalMs: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) {
    hash ^= id.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  // The last characters of an id vary most but affect the upper bits of the hash least, so the hash is mixed once
  // more.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return Math.floor((((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * intervalMs);
}
