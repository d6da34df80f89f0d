import { MARKER_KEY } from "@/server/stores/medusa/variant-place";
import { priceRow } from "./seed";
import { type PriceRow, type Shop, type ShopEvent, type ShopVariant } from "./shop";

/** A price as it was sent. */
export interface SentPrice {
  readonly id?: string;
  readonly amount: number;
  readonly currency_code: string;
  readonly min_quantity?: number | null;
  readonly max_quantity?: number | null;
  readonly rules?: Readonly<Record<string, string>>;
}

export interface VariantUpdate {
  readonly prices?: readonly SentPrice[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly title?: string;
}

/**
 * Saves a variant as the server does, in two transactions: its own row with the metadata, then its price set. No amount
 * is refused or rounded.
 * @returns whether the server died, so that there is no answer
 */
export function saveVariant(shop: Shop, variant: ShopVariant, update: VariantUpdate): "saved" | "died" {
  const sent = update.metadata?.[MARKER_KEY];
  const marker = typeof sent === "string" && sent !== "" ? sent : null;
  const crash = marker === null ? undefined : shop.crashes.shift();
  if (update.metadata) {
    variant.metadata = mergedMetadata(variant.metadata, update.metadata);
    record(shop, variant, marker, "metadata");
  }
  variant.title = update.title ?? variant.title;
  variant.updatedMs = shop.now();
  if (crash === "after_marker") return "died";
  if (update.prices) replacePrices(shop, variant, update.prices, marker);
  record(shop, variant, marker, "saved");
  return crash === "before_answer" ? "died" : "saved";
}

function record(
  shop: Shop,
  { id: variantId }: ShopVariant,
  marker: string | null,
  kind: ShopEvent["kind"],
  change: Partial<Pick<ShopEvent, "currency" | "old" | "new">> = {},
): void {
  shop.events.push({ kind, variantId, marker, currency: null, old: null, new: null, ...change });
}

/** Metadata is merged with what is there; an empty text removes its key. */
function mergedMetadata(
  before: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== ""));
}

/**
 * Makes the sent prices the variant's whole price set. Of two that differ in nothing but their amount or id, the later
 * one counts. A price whose id the variant does not have is a new one; one of another variant is ignored.
 */
function replacePrices(
  shop: Shop,
  variant: ShopVariant,
  sent: readonly SentPrice[],
  marker: string | null,
): void {
  const elsewhere = new Set(
    [...shop.variants.values()]
      .filter((each) => each !== variant)
      .flatMap(({ rows }) => rows.map(({ id }) => id)),
  );
  const wanted = new Map(
    sent.filter(({ id }) => id === undefined || !elsewhere.has(id)).map((price) => [keyOf(price), price]),
  );
  const incoming = [...wanted.values()];
  const log = (kind: ShopEvent["kind"], currency: string, old: string | null, now: string | null) =>
    record(shop, variant, marker, kind, { currency, old, new: now });
  const kept: PriceRow[] = [];
  for (const row of variant.rows) {
    const price = incoming.find(({ id }) => id === row.id);
    if (price === undefined) log("price.delete", row.currency, row.amount, null);
    else {
      const amount = String(price.amount);
      if (amount !== decimal(row.amount)) {
        log("price.update", row.currency, row.amount, amount);
        row.amount = amount;
        row.updatedMs = shop.now();
      }
      row.currency = price.currency_code.toLowerCase();
      row.rules = price.rules ?? row.rules;
      if (price.min_quantity !== undefined) row.minQuantity = textOf(price.min_quantity);
      if (price.max_quantity !== undefined) row.maxQuantity = textOf(price.max_quantity);
      kept.push(row);
    }
  }
  const created = incoming.filter(({ id }) => !variant.rows.some((row) => row.id === id));
  for (const { id, amount, currency_code, rules, min_quantity, max_quantity } of created) {
    const currency = currency_code.toLowerCase();
    log("price.insert", currency, null, String(amount));
    kept.unshift(
      priceRow(shop, {
        ...(id === undefined ? {} : { id }),
        currency,
        amount: String(amount),
        rules: rules ?? {},
        minQuantity: textOf(min_quantity ?? null),
        maxQuantity: textOf(max_quantity ?? null),
      }),
    );
  }
  // The order of the rows means nothing, and a write changes it.
  variant.rows = kept.reverse();
}

const textOf = (quantity: number | null): string | null => (quantity === null ? null : String(quantity));
const decimal = (text: string): string => String(Number(text));

/** What the server tells two sent prices apart by; a condition that is not sent is none. */
const keyOf = ({ currency_code, min_quantity, max_quantity, rules }: SentPrice): string =>
  JSON.stringify([
    currency_code.toLowerCase(),
    min_quantity ?? null,
    max_quantity ?? null,
    Object.entries(rules ?? {}),
  ]);
