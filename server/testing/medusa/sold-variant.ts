import { medusa } from "@/server/stores/medusa/connector";
import { refOf } from "@/server/stores/medusa/variant-place";
import type { KeyedPrice, StoreConnection, WriteReceipt, WriteRequest } from "@/server/stores/port";
import { loopbackConnection } from "../loopback-connection";
import { addVariant, priceRow } from "./seed";
import { type PriceRow, SECRET_KEY, type ShopVariant } from "./shop";
import { type MedusaStandIn, startMedusaStandIn } from "./stand-in";

/** A shop with one variant that costs 30.00 euros and 35.55 dollars, and our connector's view of it. */
export interface SoldVariant {
  readonly standIn: MedusaStandIn;
  readonly variant: ShopVariant;
  readonly ref: string;
  readonly connection: StoreConnection;
  /** Reads the variant, or another reference. */
  readonly read: (ref?: string) => Promise<KeyedPrice>;
  /** Writes a price in cents to the variant, or to another reference. */
  readonly write: (target: bigint, over?: Partial<WriteRequest>, ref?: string) => Promise<WriteReceipt>;
  /** The variant's prices as `currency amount`, in order. */
  readonly sold: () => string[];
  /** The changes of prices since the start, as `kind currency amount`. */
  readonly changes: () => string[];
  /** The requests that write. */
  readonly posts: () => string[];
  /** Adds a price beside the usual two; by default another one for everybody, of 28.00 euros. */
  readonly addRow: (row: Partial<PriceRow>) => void;
}

/** Opens the shop. @param settings of the connection, beside its key */
export async function openSoldVariant(settings: Readonly<Record<string, string>> = {}): Promise<SoldVariant> {
  const standIn = await startMedusaStandIn();
  const { shop, url } = standIn;
  const variant = addVariant(shop, { prices: { eur: "30.00", usd: "35.55" } });
  const own = refOf(variant.productId, variant.id);
  const credentials = { apiKey: SECRET_KEY, costKey: "cost", ...settings };
  const connection = loopbackConnection(url, credentials);
  return {
    standIn,
    variant,
    ref: own,
    connection,
    read: (ref = own) => medusa.readPrice(connection, ref),
    write: (target, over = {}, ref = own) =>
      medusa.writePrice(connection, ref, { target, currency: "EUR", writeKey: "wbk_1", ...over }),
    sold: () => variant.rows.map(({ currency, amount }) => `${currency} ${amount}`).sort(),
    changes: () =>
      shop.events
        .filter(({ kind }) => kind.startsWith("price."))
        .map(({ kind, currency, new: now }) => `${kind} ${currency} ${now}`),
    posts: () => standIn.requests.filter((request) => request.startsWith("POST")),
    addRow: (row) => {
      variant.rows.push(priceRow(shop, { currency: "eur", amount: "28.00", ...row }));
    },
  };
}
