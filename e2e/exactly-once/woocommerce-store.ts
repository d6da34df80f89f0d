import { HOUR_MS } from "@/server/domain/durations";
import { MARKER_KEY } from "@/server/stores/woocommerce/product";
import { ofEach } from "@/server/testing/random";
import { catalog, centsOf, euros, productOf, signIn, variantsOf } from "@/server/testing/woocommerce/bench";
import { refOf } from "@/server/testing/woocommerce/product";
import { applySaleDates, saveProduct } from "@/server/testing/woocommerce/save";
import { CRASHES, FULL_KEY, type ShopEvent } from "@/server/testing/woocommerce/shop";
import { startWooStandIn } from "@/server/testing/woocommerce/stand-in";
import type { ExperimentStore, StoreWrite } from "./store";

const SIMPLE = 60;
const VARIABLE = 12;

/**
 * Starts a shop as WooCommerce was measured to behave, with simple and variable products. It dies after its write key,
 * after the regular price, and after everything but its answer.
 * @param now the shop's clock, in milliseconds since 1970; default: this machine's
 */
export async function startWooCommerceStore(now?: () => number): Promise<ExperimentStore> {
  const { shop, url, stop } = await startWooStandIn({
    products: catalog(SIMPLE, VARIABLE),
    settings: { pricesIncludeTax: false },
    ...(now && { now }),
  });
  return {
    kind: "woocommerce",
    url,
    credentials: signIn(FULL_KEY),
    writeMatch: '"regular_price":',
    hasCatalog: true,
    breakWrites: async (times, random) => void shop.crashes.push(...ofEach(CRASHES, times, random)),
    setPrice: async (ref, price) => {
      saveProduct(shop, productOf(shop, ref), { regular_price: euros(BigInt(price)) }, MARKER_KEY);
    },
    lateSales: {
      leave: (ref, price) => {
        const sale = euros(BigInt(price));
        Object.assign(productOf(shop, ref), { sale, active: sale, saleToMs: shop.now() - HOUR_MS });
      },
      notice: () => {
        const ended = variantsOf(shop).filter(({ saleToMs }) => saleToMs !== null).length;
        applySaleDates(shop);
        return ended;
      },
    },
    prices: async () =>
      new Map(
        variantsOf(shop).map((product) => [
          refOf(product),
          { price: Number(centsOf(product.regular)), charged: Number(centsOf(product.active)) },
        ]),
      ),
    writes: async () => writesIn(shop.events),
    stop,
  };
}

/**
 * Reads the writes from the events of the shop's tables: each change of what the cart charges is one that was complete,
 * and a key or a regular price without it is one that was interrupted. The shop itself completes one whose regular
 * price stands, when it notices that a sale is over.
 */
function writesIn(events: readonly ShopEvent[]): StoreWrite[] {
  return events.flatMap((event, at): StoreWrite[] => {
    const { kind, marker, id, parentId } = event;
    const ref = refOf({ id, parentId });
    if (kind === "active") return [{ ref, writeKey: marker, complete: true }];
    if (kind === "sale over") {
      const price = events.slice(0, at).findLast((before) => before.id === id && isPrice(before));
      return price?.kind === "regular" ? [{ ref, writeKey: price.marker, complete: true, byShop: true }] : [];
    }
    const next = events[at + 1];
    const goesOn = next?.id === id && next.marker === marker && next.kind !== "meta";
    return kind !== "saved" && !goesOn ? [{ ref, writeKey: marker, complete: false }] : [];
  });
}

const isPrice = ({ kind }: ShopEvent): boolean => kind === "regular" || kind === "active";
