import type { WireMoney } from "@/app/_components/pricing/contract-types";
import { type Money, readFormatted, toWire } from "@/server/domain/money";
import { summedEffect as sum } from "@/server/domain/recommendations/summed-effect";
import type { RecommendationDetail } from "../_decisions/recommendation-detail";

/** The effect of approving several entries together. */
export interface SummedEffect {
  readonly raised: number;
  readonly lowered: number;
  /** Change of profit if one unit of each is sold, by currency. Entries with unknown profit are excluded. */
  readonly profitPerUnit: readonly WireMoney[];
  /** The same for all units in stock, if the stock is known. */
  readonly profitInStock: readonly WireMoney[];
  /** The number of entries with unknown profit, which are in neither sum. */
  readonly unknown: number;
}

type Figures = Pick<RecommendationDetail, "change_ratio" | "profit_before" | "profit_after" | "stock">;

/** Sums the entries as a batch does, each currency separately. */
export function summedEffect(entries: readonly Figures[]): SummedEffect {
  const { byCurrency, ...counts } = sum(entries.map(entryOf));
  const wire = (amounts: readonly (Money | null)[]) =>
    amounts.filter((amount) => amount !== null).map(toWire);
  const sums = [...byCurrency];
  return {
    ...counts,
    profitPerUnit: wire(sums.map(([currency, { profitPerUnit: minor }]) => ({ minor, currency }))),
    profitInStock: wire(
      sums.map(([currency, { profitInStock: minor }]) => (minor === null ? null : { minor, currency })),
    ),
  };
}

function entryOf({ change_ratio: change, profit_before: before, profit_after: after, stock }: Figures) {
  const minor = (money: WireMoney | null) => money && readFormatted(money.amount, money.currency);
  return {
    currency: after?.currency ?? "",
    raised: change?.startsWith("-") !== true,
    profitBefore: before?.currency === after?.currency ? minor(before) : null,
    profitAfter: minor(after),
    stock,
  };
}
