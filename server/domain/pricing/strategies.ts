import { isItemBase } from "@/server/domain/pricing/inputs";
import type { PolicyDocument } from "@/server/domain/pricing/policy";

type Rules = Pick<NonNullable<PolicyDocument["defaults"]>, "strategy" | "fallback">;
export type GivenStrategy = NonNullable<Rules["strategy"]>;

/** A strategy of some rules, with its place within them. */
export type PlacedStrategy = { readonly at: string; readonly strategy: GivenStrategy };

/** Returns the strategies of rules in the order in which they are tried. */
export const strategiesOf = ({ strategy, fallback = [] }: Rules): PlacedStrategy[] => [
  ...(strategy === undefined ? [] : [{ at: "strategy", strategy }]),
  ...fallback.map((each, index) => ({ at: `fallback.${index}`, strategy: each })),
];

/** Whether a strategy is measured from the market, and not from a figure of the item itself. */
export const followsMarket = (strategy: GivenStrategy): boolean =>
  "against" in strategy && !isItemBase(strategy.against);
