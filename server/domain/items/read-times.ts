import { DAY_MS } from "../durations";

/** A span of time, until before `untilMs`. Milliseconds since 1970. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** So long a price counts as known after the store was last read. */
const KNOWN_AFTER_MS = 2 * DAY_MS;
/** So long a first reading of a large store may take, whose prices are stored before it is complete. */
const READ_IN_MS = DAY_MS;

/**
 * Returns when the prices of a store are known.
 * @param reads the times in which it was read again and again, oldest first
 * @param nowMs the time of the question, which no reading is later than, whatever the clock of the reader
 */
export const knownTimes = (reads: readonly Span[], nowMs: number): Span[] =>
  reads.map(({ fromMs, untilMs }, index) => ({
    fromMs: index === 0 ? fromMs - READ_IN_MS : fromMs,
    untilMs: Math.min(untilMs, nowMs) + (index === reads.length - 1 ? KNOWN_AFTER_MS : 0),
  }));

/** Cuts a span where one of others begins or ends; `isIn` tells of each part whether it lies in one of them. */
export function cutBy<Cut extends Span>(span: Cut, others: readonly Span[]): (Cut & { isIn: boolean })[] {
  const cuts = others
    .flatMap(({ fromMs, untilMs }) => [fromMs, untilMs])
    .filter((ms) => span.fromMs < ms && ms < span.untilMs);
  const starts = [span.fromMs, ...cuts].sort((a, b) => a - b);
  return starts.map((fromMs, index) => ({
    ...span,
    fromMs,
    untilMs: starts[index + 1] ?? span.untilMs,
    isIn: others.some((other) => other.fromMs <= fromMs && fromMs < other.untilMs),
  }));
}
