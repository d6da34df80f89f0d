import type { Answer } from "@/eval/oracle/case";
import type { Outcome } from "@/server/domain/pricing/outcome";

/** What the trail shows of every limit that holds; those of change and of the store are shown on one side alone. */
const ALWAYS_SHOWN = [
  "margin_floor",
  "min_profit",
  "markup_floor",
  "item_min",
  "item_max",
  "map",
  "msrp",
  "market_distance",
];

/** Returns a sentence for each thing in which the engine's outcome differs from what the documents say. */
export function differences(outcome: Outcome, answer: Answer): readonly string[] {
  const { evidence, market } = outcome;
  const counted = evidence.observations.filter(({ used }) => used).map(({ id }) => id);
  const target = evidence.steps.find(({ effect }) => effect === "target")?.amount ?? null;
  const pairs: readonly (readonly [what: string, engine: unknown, documents: unknown])[] = [
    ["why it stays", outcome.skipReason, answer.stays],
    ["price", recommendedPrice(outcome), answer.price],
    ["scope", evidence.scope, answer.scope ?? "Everything else"],
    ["observations that count", counted.sort().join(" "), answer.counted.join(" ")],
    ["lowest", market.lowest, answer.lowest],
    ["median", market.median, answer.median],
    ["highest", market.highest, answer.highest],
    ["target", target, answer.target],
  ];
  return [
    ...pairs
      .filter(([, engine, documents]) => engine !== documents)
      .map(
        ([what, engine, documents]) => `${what}: ${String(engine)}, by the documents ${String(documents)}`,
      ),
    ...limitDifferences(outcome, answer),
  ];
}

/** Returns the price that is recommended, in minor units of the item's currency; null if there is none. */
export const recommendedPrice = (outcome: Outcome): bigint | null =>
  outcome.kind === "recommendation" ? outcome.recommendation.recommendedPrice : null;

function limitDifferences({ evidence }: Outcome, { limits }: Answer): readonly string[] {
  const steps = evidence.steps.flatMap(({ rule, effect, amount }) =>
    (effect === "floor" || effect === "ceiling") && amount !== null ? [{ rule, side: effect, amount }] : [],
  );
  const key = ({ rule, side, amount }: { rule: string; side: string; amount: bigint }) =>
    `${rule} ${side} ${amount}`;
  const known = new Set(limits.map(({ rule }) => rule));
  const [shown, held] = [steps.map(key), limits.map(key)];
  return [
    ...steps
      .filter((step) => known.has(step.rule) && !held.includes(key(step)))
      .map((step) => `shown ${key(step)}`),
    ...limits
      .filter((limit) => ALWAYS_SHOWN.includes(limit.rule) && !shown.includes(key(limit)))
      .map((limit) => `not shown ${key(limit)}`),
  ];
}
