import type { SandboxSale, StoredEvent } from "@/server/stores/sandbox/events";
import type { PriceWrite, SandboxVariant } from "@/server/stores/sandbox/variant";

/**
 * Returns what a write makes of a variant. The sandbox behaves like the shops whose marker, price and cart are separate
 * writes: a regular price that is not above the sale price ends the sale, and the regular price that is stored already
 * changes nothing, so that a price written in part needs a write that completes it.
 */
export function writeEvent(
  before: SandboxVariant,
  { price, marker, crash, completes }: PriceWrite,
): Omit<StoredEvent, "seq" | "at"> {
  const { ref, currency, compareAt, sale, charged } = before;
  const fields = { ref, currency, marker, compareAt };
  if (crash === "after_marker") return { ...fields, type: "marked", price: before.price, charged, sale };
  const keptSale = sale !== null && isBelow(sale, price) ? sale : null;
  const isStuck = price === before.price && charged !== price && !completes;
  if (crash === "after_price" || isStuck)
    return { ...fields, type: "half_priced", price, charged, sale: keptSale };
  return { ...fields, type: "priced", price, sale: completes ? null : keptSale };
}

const isBelow = (sale: SandboxSale, price: bigint): boolean => sale.price < price;
