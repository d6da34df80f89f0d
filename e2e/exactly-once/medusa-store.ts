import { refOf } from "@/server/stores/medusa/variant-place";
import { centsOf, editAsMerchant, euroRowOf, euros, fillShop } from "@/server/testing/medusa/bench";
import { CRASHES, SECRET_KEY, type Shop } from "@/server/testing/medusa/shop";
import { startMedusaStandIn } from "@/server/testing/medusa/stand-in";
import { ofEach } from "@/server/testing/random";
import type { ExperimentStore, StoreWrite } from "./store";

const VARIANTS = 110;

/**
 * Starts a shop as Medusa was measured to behave, with prices in two currencies and prices of regions. It dies after
 * its write key, and after everything but its answer.
 * @param now the shop's clock, in milliseconds since 1970; default: this machine's
 */
export async function startMedusaStore(now?: () => number): Promise<ExperimentStore> {
  const { shop, url, stop } = await startMedusaStandIn({ taxInclusive: [] }, now);
  fillShop(shop, VARIANTS);
  const others = othersOf(shop);
  return {
    kind: "medusa",
    url,
    credentials: { apiKey: SECRET_KEY, costKey: "cost" },
    writeMatch: '"prices":[',
    hasCatalog: true,
    breakWrites: async (times, random) => void shop.crashes.push(...ofEach(CRASHES, times, random)),
    onSale: onSaleIn(shop),
    setPrice: async (ref, price) => editAsMerchant(shop, ref, euros(BigInt(price))),
    prices: async () => {
      const now = othersOf(shop);
      return new Map(
        [...shop.variants.values()].map((variant) => {
          const price = Number(centsOf(euroRowOf(variant).amount));
          // A write that changed another price of the variant is as wrong as one of the charged price.
          const charged = now.get(variant.id) === others.get(variant.id) ? price : Number.NaN;
          return [refOf(variant.productId, variant.id), { price, charged }];
        }),
      );
    },
    writes: async () => writesIn(shop),
    stop,
  };
}

function onSaleIn({ priceLists, variants }: Shop): ReadonlySet<string> {
  const listed = [...priceLists.values()].flatMap(({ prices }) => prices);
  return new Set(
    listed.flatMap(({ variantId }) => {
      const variant = variantId === null ? undefined : variants.get(variantId);
      return variant ? [refOf(variant.productId, variant.id)] : [];
    }),
  );
}

/** Every variant's prices but the one that is written, as one text. */
const othersOf = ({ variants }: Shop): ReadonlyMap<string, string> =>
  new Map(
    [...variants.values()].map((variant) => [
      variant.id,
      variant.rows
        .filter((row) => row !== euroRowOf(variant))
        .map(
          ({ id, currency, amount, rules }) => `${id} ${currency} ${Number(amount)} ${JSON.stringify(rules)}`,
        )
        .sort()
        .join(),
    ]),
  );

/**
 * Reads the writes from the events of the shop's tables: each change of a price in euros is one that was complete, and
 * a write key without its end is one that was interrupted.
 */
function writesIn({ events, variants }: Shop): StoreWrite[] {
  return events.flatMap(({ kind, variantId, marker, currency }, at): StoreWrite[] => {
    const variant = variants.get(variantId);
    const ref = variant ? refOf(variant.productId, variantId) : variantId;
    if (kind.startsWith("price.") && currency === "eur") return [{ ref, writeKey: marker, complete: true }];
    const next = events[at + 1];
    const goesOn = next?.variantId === variantId && next.marker === marker && next.kind !== "metadata";
    return kind === "metadata" && !goesOn ? [{ ref, writeKey: marker, complete: false }] : [];
  });
}
