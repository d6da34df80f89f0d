import type { WireMoney } from "@/app/_components/pricing/contract-types";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";

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

const decimalsOf = (amount: string): number => amount.split(".")[1]?.length ?? 0;
const minor = (amount: string): bigint => BigInt(amount.replace(".", ""));

function major(value: bigint, decimals: number): string {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, "0");
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return value < 0n ? `-${text}` : text;
}

/** Sums exactly, in whole minor units, each currency separately. */
export function summedEffect(entries: readonly Figures[]): SummedEffect {
  const unit = new Map<string, { sum: bigint; decimals: number }>();
  const stocked = new Map<string, { sum: bigint; decimals: number }>();
  const add = (to: typeof unit, { currency, amount }: WireMoney, value: bigint) =>
    to.set(currency, { sum: (to.get(currency)?.sum ?? 0n) + value, decimals: decimalsOf(amount) });
  let unknown = 0;
  for (const { profit_before: before, profit_after: after, stock } of entries) {
    if (!before || !after || before.currency !== after.currency) {
      unknown += 1;
      continue;
    }
    const change = minor(after.amount) - minor(before.amount);
    add(unit, after, change);
    if (stock !== null) add(stocked, after, change * BigInt(stock));
  }
  const wire = (sums: typeof unit): WireMoney[] =>
    [...sums].map(([currency, { sum, decimals }]) => ({ amount: major(sum, decimals), currency }));
  const down = (entry: Figures) => entry.change_ratio?.startsWith("-") ?? false;
  const lowered = entries.filter(down).length;
  return {
    raised: entries.length - lowered,
    lowered,
    profitPerUnit: wire(unit),
    profitInStock: wire(stocked),
    unknown,
  };
}
