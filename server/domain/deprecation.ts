/** The announced end of an operation: both times in ISO 8601, and its replacement as text. */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
  readonly replacement: string;
}

/** A deprecated operation by its id, with its method and path. */
export interface DeprecatedOperation extends Deprecation {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
}

const MONTHS = 6;

/**
 * Returns the earliest permitted sunset for a deprecation announced at that time; both in milliseconds since 1970.
 */
export function earliestSunset(announcedMs: number): number {
  const end = new Date(announcedMs);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + MONTHS);
  // 31 August plus six months has no such day in February: use 1 March, which is not earlier than promised.
  if (end.getUTCDate() !== day) end.setUTCDate(1);
  return end.getTime();
}

/**
 * Validates a deprecation.
 * @throws RangeError when the sunset is less than six months away or the replacement is empty
 */
export function checkDeprecation(operationName: string, { since, sunset, replacement }: Deprecation): void {
  const [sinceMs, sunsetMs] = [Date.parse(since), Date.parse(sunset)];
  if (Number.isNaN(sinceMs) || Number.isNaN(sunsetMs))
    throw new RangeError(`${operationName}: since and sunset have to be times`);
  if (sunsetMs < earliestSunset(sinceMs))
    throw new RangeError(
      `${operationName}: it has to work for ${MONTHS} months after its deprecation is told`,
    );
  if (replacement.trim() === "") throw new RangeError(`${operationName}: say what takes its place`);
}

/** Returns the deprecation as a sentence, for people and agents who are about to use the operation. */
export const deprecationText = ({ since, sunset, replacement }: Deprecation): string =>
  `Deprecated since ${since.slice(0, 10)} and gone after ${sunset.slice(0, 10)}: use ${replacement} instead.`;

/**
 * Returns the headers of every answer of a deprecated operation: RFC 9745 (seconds since 1970) and RFC 8594 (HTTP
 * date).
 */
export const deprecationHeaders = ({ since, sunset }: Deprecation): Record<string, string> => ({
  deprecation: `@${Math.floor(Date.parse(since) / 1_000)}`,
  sunset: new Date(sunset).toUTCString(),
});
