import { isItemBase } from "@/server/domain/pricing/inputs";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import type { SimpleStrategy } from "@/server/domain/pricing/policy-rules";

type Rules = Pick<NonNullable<PolicyDocument["defaults"]>, "strategy" | "fallback">;
export type GivenStrategy = NonNullable<Rules["strategy"]>;

/** A strategy of some rules, with its place within them. */
export type Placed<T> = { readonly at: string; readonly strategy: T };

/** Returns the strategies of rules in the order in which they are tried. */
export const triedOf = ({ strategy, fallback = [] }: Rules): Placed<GivenStrategy>[] => [
  ...(strategy === undefined ? [] : [{ at: "strategy", strategy }]),
  ...fallback.map((each, index) => ({ at: `fallback.${index}`, strategy: each })),
];

/** Returns the strategies of which one is picked; a strategy of another kind is the only one. */
export const partsOf = (strategy: GivenStrategy): readonly SimpleStrategy[] =>
  strategy.type === "best_of" ? strategy.of : [strategy];

/** Returns the strategies of rules, with those of which one is picked instead of the pick. */
export const strategiesOf = (rules: Rules): Placed<SimpleStrategy>[] =>
  triedOf(rules).flatMap(({ at, strategy }) =>
    strategy.type === "best_of"
      ? strategy.of.map((each, index) => ({ at: `${at}.of.${index}`, strategy: each }))
      : [{ at, strategy }],
  );

/** Whether a strategy is measured from the market, and not from a figure of the item itself. */
export const followsMarket = (strategy: SimpleStrategy): boolean =>
  "against" in strategy && !isItemBase(strategy.against);
