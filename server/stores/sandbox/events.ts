import { z } from "zod";

/** Minor units as a decimal string, because JSON numbers lose the precision of a bigint. */
export const minorUnits = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "a whole number of minor units above zero")
  .transform(BigInt);

export const currencyCode = z.string().regex(/^[A-Z]{3}$/, "an ISO 4217 code");
const variantRef = z.string().min(1).max(255);

/** One line of a store's journal. `mirrored`: the variant was created at its catalog price. */
const storedEvent = z.object({
  type: z.enum(["mirrored", "priced"]),
  seq: z.number().int().positive(),
  at: z.iso.datetime(),
  ref: variantRef,
  price: minorUnits,
  currency: currencyCode,
  marker: z.string().nullable(),
});

export type StoredEvent = z.output<typeof storedEvent>;

/** Encodes an event as one line of JSON, without the line break. */
export function encodeEvent(event: StoredEvent): string {
  return JSON.stringify({ ...event, price: event.price.toString() });
}

/** Decodes a line of `encodeEvent`; throws for any other text. */
export function decodeEvent(line: string): StoredEvent {
  return storedEvent.parse(JSON.parse(line));
}
