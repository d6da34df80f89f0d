import { DAY_MS, HOUR_MS } from "@/server/domain/durations";

const MONTH_MS = 30 * DAY_MS;

/** How often pages may be looked at by themselves, in hours; 0 is never. */
export const CHECK_EVERY_HOURS = [0, 6, 12, 24, 72, 168] as const;

/** Of a month's checks the schedule leaves a tenth to runs and people. */
const SCHEDULED_SHARE = { num: 9, den: 10 } as const;
/** How long a page is left alone whose site asks not to visit it. */
export const REFUSED_PAUSE_MS = 3 * DAY_MS;
const FIRST_RETRY_MS = HOUR_MS;
const MAX_PAUSE_MS = 7 * DAY_MS;
/** How soon a month that is used up, or a plan that may have grown, is looked at again. */
export const OUT_OF_BUDGET_MS = 6 * HOUR_MS;

/**
 * The time between two scheduled looks at a page: what was chosen, or longer where the plan's checks would not last the
 * month; null where pages are not looked at by themselves.
 * @param everyHours what the workspace chose; 0 is never
 * @param offers how many pages are watched
 * @param perMonth the plan's checks a month; null is without limit
 */
export function checkIntervalMs(everyHours: number, offers: number, perMonth: number | null): number | null {
  if (everyHours <= 0) return null;
  const chosen = everyHours * HOUR_MS;
  if (perMonth === null) return chosen;
  const affordable = Math.max(1, Math.floor((perMonth * SCHEDULED_SHARE.num) / SCHEDULED_SHARE.den));
  return Math.max(chosen, Math.ceil((MONTH_MS * offers) / affordable));
}

/**
 * When a page is looked at next after an answer: every page has its own place in the interval, so that those added
 * together are spread over it, and none comes again within half of it. Null interval: a far day, since pages that are
 * never looked at by themselves wait for a run or a person.
 */
export function nextCheckMs(offerId: string, nowMs: number, intervalMs: number | null): number {
  if (intervalMs === null) return nowMs + 100 * 365 * DAY_MS;
  const place = placeOf(offerId, intervalMs);
  const earliest = nowMs + intervalMs / 2;
  const turns = Math.ceil((earliest - place) / intervalMs);
  return place + turns * intervalMs;
}

/** When a page is tried again after its n-th failure in a row: an hour, doubling, a week at most, or what it asked for. */
export function retryMs(failures: number, nowMs: number, retryAfterMs: number | null): number {
  const pause = Math.min(FIRST_RETRY_MS * 2 ** Math.min(Math.max(failures, 1) - 1, 20), MAX_PAUSE_MS);
  return nowMs + Math.max(pause, Math.min(retryAfterMs ?? 0, MAX_PAUSE_MS));
}

/** Before which an answer counts as stale when a run starts: half the usual interval; half a day without one. */
export const staleBeforeMs = (nowMs: number, intervalMs: number | null): number =>
  nowMs - (intervalMs ?? DAY_MS) / 2;

/**
 * Reads a Retry-After header: seconds, or an HTTP date.
 * @returns milliseconds from now, a week at most; null for what is neither or has passed
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(wait) || wait <= 0 ? null : Math.min(wait, MAX_PAUSE_MS);
}

/** A number below the interval that stays the same for an id (FNV-1a over its characters). */
function placeOf(id: string, intervalMs: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) {
    hash ^= id.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  // The characters at the end of an id differ most and reach the upper bits least.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return Math.floor((((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * intervalMs);
}
