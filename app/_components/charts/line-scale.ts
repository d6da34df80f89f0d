/** A value at a time, as a decimal; null where it is unknown, and the line breaks. */
export type LinePoint = { readonly at: number; readonly value: string | null };

/** Maps times and decimals to pixels. Only for positions: displayed numbers never pass through here. */
export type LineScale = {
  readonly x: (ms: number) => number;
  readonly y: (value: string) => number;
};

type Area = { left: number; right: number; top: number; bottom: number };

/** A range below a percentage point is drawn no larger: a tenth of a point is not to look like a cliff. */
const LEAST_STEP = 0.005;
const STEPS = [1, 2, 2.5, 5, 10];
const TICKS = 3;

/**
 * Returns the round values between which every known value lies, evenly spread, from the lowest to the highest.
 * @param options.isCount whether the values are whole numbers, whose ticks are whole and begin at 0
 */
export function lineTicks(points: readonly LinePoint[], { isCount = false } = {}): readonly string[] {
  const known = points.flatMap(({ value }) => (value === null ? [] : [Number(value)]));
  const values = isCount ? [0, ...known] : known;
  const [lowest, highest] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const step = roundStep((highest - lowest) / (TICKS - 1), isCount);
  const first = Math.floor(lowest / step);
  const last = Math.max(first + TICKS - 1, Math.ceil(highest / step));
  return Array.from({ length: last - first + 1 }, (_, n) => ((first + n) * step).toFixed(6));
}

/**
 * Builds the scale of a picture from its lowest to its highest tick.
 * @param span the times at the left and right edge, milliseconds since 1970
 */
export function lineScale(
  area: Area,
  span: { from: number; to: number },
  ticks: readonly string[],
): LineScale {
  const lowest = Number(ticks[0]);
  const range = Number(ticks.at(-1)) - lowest;
  const length = Math.max(1, span.to - span.from);
  return {
    x: (ms) => {
      const share = Math.min(1, Math.max(0, (ms - span.from) / length));
      return area.left + share * (area.right - area.left);
    },
    y: (value) => area.bottom - ((Number(value) - lowest) / range) * (area.bottom - area.top),
  };
}

/** Returns the smallest round step that is not below `wanted`; a whole one for counts. */
function roundStep(wanted: number, isCount: boolean): number {
  const least = Math.max(wanted, isCount ? 1 : LEAST_STEP);
  const power = 10 ** Math.floor(Math.log10(least));
  const isRound = (each: number) =>
    each * power >= least * 0.999_999 && (!isCount || Number.isInteger(each * power));
  const factor = STEPS.find(isRound) ?? 10;
  return factor * power;
}

/** Returns the line of a series as SVG path data: straight from point to point, broken where a value is unknown. */
export function linePath(points: readonly LinePoint[], { x, y }: LineScale): string {
  let joined = false;
  let path = "";
  for (const { at, value } of points) {
    if (value !== null) path += `${joined ? "L" : "M"}${round(x(at))} ${round(y(value))}`;
    joined = value !== null;
  }
  return path;
}

/** Returns the known points that no line reaches, because their neighbours are unknown or there are none. */
export const alonePoints = (points: readonly LinePoint[]): { at: number; value: string }[] =>
  points.flatMap(({ at, value }, index) => {
    const neighbours = [points[index - 1], points[index + 1]];
    const isAlone = neighbours.every((each) => each === undefined || each.value === null);
    return value !== null && isAlone ? [{ at, value }] : [];
  });

const round = (value: number): number => Math.round(value * 10) / 10;
