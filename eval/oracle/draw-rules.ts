import { amountText, type Draw, defined, type Level, maybe } from "@/eval/oracle/draw";
import { SELLERS } from "@/eval/oracle/draw-item";
import { drawFallback, drawStrategy } from "@/eval/oracle/draw-strategy";

const shares = ["0.01", "0.03", "0.05", "0.1", "0.15", "0.3", "0.5", "1"];

/** Draws constraints, each of which is mostly absent. @param percent how often each is there */
export function drawConstraints(draw: Draw, level: Level, percent: number): Record<string, unknown> {
  const one = <T>(value: () => T, share = percent) => maybe(draw, share, value);
  const step = () => (draw.percent(30) ? null : draw.pick(shares));
  return defined({
    margin_floor: one(() => (draw.percent(15) ? null : draw.ratio(0, 45))),
    max_change: one(step),
    max_change_per_day: one(step),
    max_decrease: one(step),
    max_increase: one(step),
    direction: one(() => draw.pick(["up", "down", null]), percent / 2),
    min_change: one(() => drawLeast(draw, level), percent / 2),
    min_hours_between: one(() => draw.pick([1, 24, 48]), percent / 2),
    min_profit: one(() => amountText(draw, level, 1, 25)),
    markup_floor: one(() => draw.ratio(0, 70)),
    market_distance: one(() => drawDistance(draw), percent / 2),
    item_limits: one(() => draw.percent(70)),
    map: one(() => draw.percent(70)),
    msrp: one(() => draw.percent(70)),
  });
}

function drawLeast(draw: Draw, level: Level): Record<string, unknown> {
  const kind = draw.int(0, 2);
  return defined({
    ratio: kind === 0 ? undefined : draw.ratio(1, 10),
    amount: kind === 1 ? undefined : amountText(draw, level, 1, 8),
  });
}

function drawDistance(draw: Draw): Record<string, unknown> {
  const against = draw.pick(["min", "median", "mean", "max", "rank"]);
  const kind = draw.int(0, 2);
  return defined({
    against,
    rank: against === "rank" ? draw.int(1, 3) : undefined,
    above: kind === 0 ? undefined : draw.ratio(0, 60),
    below: kind === 1 ? undefined : draw.ratio(0, 60),
  });
}

function drawRounding(draw: Draw, level: Level, endings: readonly string[]): Record<string, unknown> {
  const drawn = () => (draw.percent(30) ? [] : draw.some(endings));
  return defined({
    direction: maybe(draw, 40, () => draw.pick(["nearest", "up", "down"])),
    endings: maybe(draw, 80, drawn),
    bands: maybe(draw, 30, () =>
      Array.from({ length: draw.int(1, 2) }, () => ({
        ...drawBand(draw, level),
        endings: drawn(),
      })),
    ),
  });
}

/** Draws a band of prices with one end or two. */
export function drawBand(draw: Draw, level: Level): Record<string, unknown> {
  const kind = draw.int(0, 2);
  return defined({
    price_from: kind === 0 ? undefined : amountText(draw, level, 60, 100),
    price_to: kind === 1 ? undefined : amountText(draw, level, 101, 140),
  });
}

function drawGates(draw: Draw, level: Level): Record<string, unknown> {
  const one = <T>(share: number, value: () => T) => maybe(draw, share, value);
  return defined({
    max_cost_age_days: one(8, () => draw.pick([null, 5, 30])),
    max_observation_age_days: one(20, () => draw.pick([null, 7, 14, 30])),
    min_observations: one(70, () => draw.pick([1, 1, 1, 1, 2, 3])),
    in_stock_only: one(20, () => draw.percent(50)),
    outlier_ratio: one(25, () => draw.pick([null, "1.2", "1.5", "2", "5"])),
    outlier_ratio_others: one(25, () => draw.pick([null, "1.1", "1.5", "2", "5"])),
    pack_size: one(15, () => draw.pick(["any", "not_different", "same"])),
    sellers: one(15, () => draw.pick([null, { only: draw.some(SELLERS) }, { except: draw.some(SELLERS) }])),
    ignore_below: one(15, () => draw.pick([null, "cost", "floor", amountText(draw, level, 50, 100)])),
    tiers: one(15, () => drawTiers(draw)),
    delivered: one(15, () => draw.pick([null, { own_shipping: amountText(draw, level, 1, 50) }])),
  });
}

/** No seller is in two tiers. */
function drawTiers(draw: Draw): Record<string, unknown>[] | null {
  if (draw.percent(10)) return null;
  const [first, second] = [SELLERS.slice(0, draw.int(1, 2)), SELLERS.slice(2, draw.int(3, 5))];
  const tiers: Record<string, unknown>[] = [first, second].slice(0, draw.int(1, 2)).map((sellers) =>
    defined({
      sellers: sellers.map((name) => (draw.percent(20) ? name.toUpperCase() : name)),
      weights: maybe(draw, 40, () => sellers.map(() => draw.pick(["1", "2", "0.5", "1.25"]))),
      at_least: maybe(draw, 50, () => draw.int(1, 3)),
    }),
  );
  return draw.percent(60) ? [...tiers, defined({ at_least: maybe(draw, 30, () => draw.int(1, 3)) })] : tiers;
}

/**
 * Draws rules, of a policy's defaults or a scope.
 * @param percent how often each kind of them is there
 * @param endings how prices of the currency may end
 */
export const drawRules = (
  draw: Draw,
  level: Level,
  percent: number,
  endings: readonly string[],
): Record<string, unknown> =>
  defined({
    strategy: maybe(draw, percent, () => drawStrategy(draw, level)),
    fallback: maybe(draw, percent / 3, () => drawFallback(draw, level)),
    when_sold_out: maybe(draw, percent / 3, () => draw.pick(["hold", "item_max", "ignore"])),
    constraints: maybe(draw, percent, () => drawConstraints(draw, level, 20)),
    rounding: maybe(draw, percent / 1.5, () => drawRounding(draw, level, endings)),
    gates: maybe(draw, percent, () => drawGates(draw, level)),
  });
