import type { WireMoney, WireTime } from "./contract-types";

/** A price valid from `at` until the next point. Null: unknown from then on, and the line breaks. */
export type HistoryPoint = { at: WireTime; price: WireMoney | null };

/** The area of the chart, in pixels. */
export type PlotArea = { left: number; right: number; top: number; bottom: number };

/** Maps times and amounts to pixels. Only for positions: displayed numbers never pass through here. */
export type HistoryScale = { x: (at: WireTime) => number; y: (money: WireMoney) => number };

const HEADROOM = 0.12;
/** The least part of the highest amount that the picture spans: a change of a few cents is not to look like a cliff. */
const LEAST_SHARE = 0.1;

/** Builds a scale that contains every given amount with some headroom. */
export function historyScale(
  area: PlotArea,
  span: { from: WireTime; to: WireTime },
  amounts: readonly WireMoney[],
): HistoryScale {
  const fromMs = Date.parse(span.from);
  const lengthMs = Math.max(1, Date.parse(span.to) - fromMs);
  const values = amounts.map((money) => Number(money.amount)).filter(Number.isFinite);
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const height = Math.max(highest - lowest, Math.abs(highest) * LEAST_SHARE) || 1;
  const floor = (lowest + highest - height) / 2 - height * HEADROOM;
  const range = height * (1 + 2 * HEADROOM);
  return {
    x: (at) => {
      const share = Math.min(1, Math.max(0, (Date.parse(at) - fromMs) / lengthMs));
      return area.left + share * (area.right - area.left);
    },
    y: (money) => area.bottom - ((Number(money.amount) - floor) / range) * (area.bottom - area.top),
  };
}

/**
 * Returns the step line of a series as SVG path data: level until the next point, broken where the price is unknown.
 */
export function stepPath(points: readonly HistoryPoint[], scale: HistoryScale, endX: number): string {
  let path = "";
  points.forEach((point, index) => {
    if (!point.price) return;
    const x = round(scale.x(point.at));
    const y = round(scale.y(point.price));
    const next = points[index + 1];
    const joined = index > 0 && points[index - 1]?.price;
    path += joined ? `V${y}` : `M${x} ${y}`;
    path += `H${round(next ? scale.x(next.at) : endX)}`;
  });
  return path;
}

/** Returns the last price of a series; null if the series is empty or its last price is unknown. */
export function lastPrice(points: readonly HistoryPoint[]): WireMoney | null {
  return points.at(-1)?.price ?? null;
}

/**
 * Moves label positions apart so that no two are closer than `gap`, in their order from top to bottom and within the
 * area. Returns the new positions in the order of the input.
 */
export function spreadLabels(positions: readonly number[], gap: number, area: PlotArea): number[] {
  const order = positions.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  let previous = Number.NEGATIVE_INFINITY;
  for (const label of order) {
    label.y = Math.max(label.y, previous + gap, area.top);
    previous = label.y;
  }
  let next = Number.POSITIVE_INFINITY;
  for (const label of order.toReversed()) {
    label.y = Math.min(label.y, next - gap, area.bottom);
    next = label.y;
  }
  const spread = [...positions];
  for (const label of order) spread[label.index] = label.y;
  return spread;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
