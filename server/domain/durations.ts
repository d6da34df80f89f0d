/** Durations in milliseconds, and in words. A day has 24 hours, because calendar days are computed in UTC. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** "1 hour", "24 hours" */
export const hoursText = (hours: number): string => (hours === 1 ? "1 hour" : `${hours} hours`);
