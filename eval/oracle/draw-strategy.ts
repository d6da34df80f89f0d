import { amountText, type Draw, defined, type Level, maybe } from "@/eval/oracle/draw";
import { SELLERS } from "@/eval/oracle/draw-item";

const MARKET = ["min", "median", "mean", "mode", "max", "rank", "seller"] as const;
const OWN = ["msrp", "map", "compare_at", "item_max", "cost"] as const;

/** Draws a strategy that is no pick. @param older whether it may look at older prices */
function drawSimple(draw: Draw, level: Level, older: boolean): Record<string, unknown> {
  const kind = draw.pick(["position", "position", "position", "index", "index", "cost_plus", "hold"]);
  if (kind === "hold") return { type: "hold" };
  if (kind === "cost_plus") return drawCostPlus(draw, level);
  const isOwn = draw.percent(25);
  const against = draw.pick<string>(isOwn ? OWN : MARKET);
  const measured = {
    against,
    seller: against === "seller" ? draw.pick(SELLERS) : undefined,
    rank: against === "rank" ? draw.int(1, 4) : undefined,
    last_known_days: older && !isOwn ? maybe(draw, 60, () => draw.pick([20, 30, 40])) : undefined,
  };
  if (kind === "index")
    return defined({
      type: "index",
      ...measured,
      index: draw.ratio(70, 130),
      tolerance: maybe(draw, 60, () => draw.pick(["0", "0.0001", "0.02", "0.1", "0.3"])),
    });
  const offset = draw.int(0, 2);
  return defined({
    type: "position",
    ...measured,
    ratio: offset === 1 ? draw.ratio(-30, 30) : undefined,
    amount: offset === 2 ? `${draw.percent(60) ? "-" : ""}${amountText(draw, level, 1, 30)}` : undefined,
  });
}

function drawCostPlus(draw: Draw, level: Level): Record<string, unknown> {
  const share = draw.int(0, 2);
  return defined({
    type: "cost_plus",
    margin: share === 1 ? draw.ratio(0, 60) : undefined,
    markup: share === 2 ? draw.ratio(0, 120) : undefined,
    amount: share === 0 || draw.percent(30) ? amountText(draw, level, 1, 40) : undefined,
  });
}

/** Draws a strategy, one in six a pick of several. @param older whether it may look at older prices */
export function drawStrategy(draw: Draw, level: Level, older = false): Record<string, unknown> {
  if (!draw.percent(16)) return drawSimple(draw, level, older);
  const of = Array.from({ length: draw.int(2, 4) }, () => drawSimple(draw, level, older));
  return { type: "best_of", pick: draw.pick(["lowest", "highest"]), of };
}

/** Draws what is tried where a strategy has no price. */
export const drawFallback = (draw: Draw, level: Level): Record<string, unknown>[] =>
  Array.from({ length: draw.int(0, 3) }, () => drawStrategy(draw, level, true));
