import { unitsOf } from "../items/units";

/** One price change of a sum. Profits are those of one unit, in minor units of `currency`; null if not known. */
export interface EffectEntry {
  readonly currency: string;
  readonly raised: boolean;
  readonly profitBefore: bigint | null;
  readonly profitAfter: bigint | null;
  /** Units in stock; null if not known. */
  readonly stock: number | null;
}

/** The sums of one currency, in its minor units. */
export interface CurrencyEffect {
  /** The entries whose profit is known. */
  readonly count: number;
  /** Change of profit if one unit of each is sold. */
  readonly profitPerUnit: bigint;
  /** The same for all units in stock, for the entries whose stock is known; null if none is. */
  readonly profitInStock: bigint | null;
}

/** The effect of applying several price changes together. */
export interface SummedEffect {
  readonly raised: number;
  readonly lowered: number;
  /** The number of entries with unknown profit, which are in no sum. */
  readonly unknown: number;
  readonly byCurrency: ReadonlyMap<string, CurrencyEffect>;
}

/** Sums price changes exactly, each currency separately. */
export function summedEffect(entries: Iterable<EffectEntry>): SummedEffect {
  const byCurrency = new Map<string, CurrencyEffect>();
  let raised = 0;
  let lowered = 0;
  let unknown = 0;
  for (const entry of entries) {
    if (entry.raised) raised += 1;
    else lowered += 1;
    const { profitBefore, profitAfter } = entry;
    if (profitBefore === null || profitAfter === null) unknown += 1;
    else
      byCurrency.set(
        entry.currency,
        added(byCurrency.get(entry.currency), entry, profitAfter - profitBefore),
      );
  }
  return { raised, lowered, unknown, byCurrency };
}

function added(sums: CurrencyEffect | undefined, { stock }: EffectEntry, change: bigint): CurrencyEffect {
  const inStock = sums?.profitInStock ?? null;
  return {
    count: (sums?.count ?? 0) + 1,
    profitPerUnit: (sums?.profitPerUnit ?? 0n) + change,
    profitInStock: stock === null ? inStock : (inStock ?? 0n) + change * unitsOf(stock),
  };
}
