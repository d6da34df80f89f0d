/** That an operation will go: both times in ISO 8601, and what takes its place, in words. */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
  readonly replacement: string;
}

/** A deprecated operation by its id, with where it is reached. */
export interface DeprecatedOperation extends Deprecation {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
}

const MONTHS = 6;

/** The earliest end of an operation whose deprecation is told at that moment (milliseconds since 1970). */
export function earliestSunset(announcedMs: number): number {
  const end = new Date(announcedMs);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + MONTHS);
  // 31 August and six months is not 31 February: the day after the shorter month is no earlier than promised.
  if (end.getUTCDate() !== day) end.setUTCDate(1);
  return end.getTime();
}

/** Checks what a declaration says. Throws RangeError where it would break the promise of six months, or says nothing. */
export function checkDeprecation(what: string, { since, sunset, replacement }: Deprecation): void {
  const [sinceMs, sunsetMs] = [Date.parse(since), Date.parse(sunset)];
  if (Number.isNaN(sinceMs) || Number.isNaN(sunsetMs))
    throw new RangeError(`${what}: since and sunset have to be times`);
  if (sunsetMs < earliestSunset(sinceMs))
    throw new RangeError(`${what}: it has to work for ${MONTHS} months after its deprecation is told`);
  if (replacement.trim() === "") throw new RangeError(`${what}: say what takes its place`);
}

/** The deprecation in a sentence, for people and agents who are about to use the operation. */
export const deprecationText = ({ since, sunset, replacement }: Deprecation): string =>
  `Deprecated since ${since.slice(0, 10)} and gone after ${sunset.slice(0, 10)}: use ${replacement} instead.`;

/** The headers of every answer of a deprecated operation: RFC 9745 (seconds since 1970) and RFC 8594 (an HTTP date). */
export const deprecationHeaders = ({ since, sunset }: Deprecation): Record<string, string> => ({
  deprecation: `@${Math.floor(Date.parse(since) / 1_000)}`,
  sunset: new Date(sunset).toUTCString(),
});
