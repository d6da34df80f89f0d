import { z } from "zod";

/** Minor units as a decimal string, because JSON numbers lose the precision of a bigint. */
export const minorUnits = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "a whole number of minor units above zero")
  .transform(BigInt);

export const currencyCode = z.string().regex(/^[A-Z]{3}$/, "an ISO 4217 code");
/** A time with its offset, as UTC. */
export const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
const variantRef = z.string().min(1).max(255);

const storedSale = z.object({
  price: minorUnits,
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
});

/** A sale price and the times it begins and ends, as ISO 8601 text; null: no limit. */
export type SandboxSale = z.output<typeof storedSale>;

/**
 * One line of a store's journal: a variant after a change of it.
 * - `mirrored`: it was created at its catalog price.
 * - `priced`: a price was written completely.
 * - `marked`: a write stored its marker and no price.
 * - `half_priced`: a write stored marker and price, but the cart still charges the former price.
 * - `shown`: the merchant changed the sale or the compare-at price.
 */
const storedEvent = z.object({
  type: z.enum(["mirrored", "priced", "marked", "half_priced", "shown"]),
  seq: z.number().int().positive(),
  at: z.iso.datetime(),
  ref: variantRef,
  price: minorUnits,
  currency: currencyCode,
  marker: z.string().nullable(),
  /** What the cart charges outside of sales; absent if that is `price`. */
  charged: minorUnits.optional(),
  compareAt: minorUnits.nullable().default(null),
  sale: storedSale.nullable().default(null),
});

export type StoredEvent = z.output<typeof storedEvent>;

/** Encodes an event as one line of JSON, without the line break. */
export const encodeEvent = (event: StoredEvent): string => JSON.stringify(event, amountAsText);

/** Encodes an amount, in minor units, as text, because a JSON number would lose digits. */
const amountAsText = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? value.toString() : value;

/** Decodes a line of `encodeEvent`; throws for any other text. */
export function decodeEvent(line: string): StoredEvent {
  return storedEvent.parse(JSON.parse(line));
}
