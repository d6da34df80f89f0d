import type { Availability } from "@/server/market/extract/page-offer";
import { localName } from "@/server/market/extract/structured/schema-node";

const KNOWN: Readonly<Record<string, Availability>> = {
  instock: "in_stock",
  instoreonly: "in_stock",
  onlineonly: "in_stock",
  limitedavailability: "in_stock",
  available: "in_stock",
  availablefororder: "in_stock",
  madetoorder: "in_stock",
  yes: "in_stock",
  true: "in_stock",
  outofstock: "out_of_stock",
  soldout: "out_of_stock",
  oos: "out_of_stock",
  unavailable: "out_of_stock",
  notavailable: "out_of_stock",
  reserved: "out_of_stock",
  false: "out_of_stock",
  no: "out_of_stock",
  preorder: "preorder",
  presale: "preorder",
  pending: "preorder",
  backorder: "backorder",
  discontinued: "discontinued",
};

/**
 * Returns the availability in a structured field: a schema.org address, its last segment, or the same with spaces.
 */
export function schemaAvailability(text: string | null): Availability | null {
  if (text === null) return null;
  return KNOWN[localName(text).replace(/[^a-z]/g, "")] ?? null;
}
