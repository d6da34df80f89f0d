import { formatAmount } from "@/server/domain/money";
import type { CompiledGates, CompiledSellers } from "@/server/domain/pricing/engine/gates";
import { breakEvenBound, type Earnings, earningBounds } from "@/server/domain/pricing/engine/interval";
import { namesText } from "@/server/domain/pricing/engine/names-text";
import { type MarketSubject, sellerKey } from "@/server/domain/pricing/inputs";
import type { FullRules } from "@/server/domain/pricing/policy";

/** The rules of an item by which its observations count. */
export type MarketRules = Earnings & { readonly gates: CompiledGates };

/** Returns whose prices the market is of, as a text behind a figure: " of bravo and charlie", " without amazon". */
export function whoseText(sellers: FullRules["gates"]["sellers"]): string {
  if (!sellers) return "";
  const names = (sellers.only ?? sellers.except ?? []).map((name) => name.trim());
  return `${sellers.only === undefined ? " without " : " of "}${namesText(names)}`;
}

/** Whether the prices of a seller count. */
export const counts = (sellers: CompiledSellers | null, seller: string): boolean =>
  sellers === null || sellers.keys.has(sellerKey(seller)) === sellers.only;

/**
 * Returns the price below which an observation of the item does not count, in minor units of its currency, with how it
 * is called; null where there is none. What depends on an unknown cost is none: no price is found then.
 */
export function leastCounted(
  { cost, currency }: MarketSubject,
  { gates: { ignoreBelow: below }, ...earnings }: MarketRules,
): { readonly amount: bigint; readonly note: string } | null {
  if (below === null) return null;
  const noted = (amount: bigint, name: string) => ({
    amount,
    note: `Below ${name}${formatAmount(amount, currency)}, so it does not count.`,
  });
  if (below.kind === "amount") return noted(below.amount, "");
  // Fees in another currency leave it unknown what a unit earns.
  if (cost === null || (below.feesIn ?? currency) !== currency) return null;
  const floors = [
    breakEvenBound(cost, below),
    ...(below.kind === "floor" ? earningBounds(cost, earnings) : []),
  ];
  const least = floors.reduce((most, { amount }) => (amount > most ? amount : most), 0n);
  return noted(least, below.kind === "floor" ? "the floor of " : "the break-even price of ");
}
