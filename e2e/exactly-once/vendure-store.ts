import { z } from "zod";
import { SHOWN_PRICES, ShownPrices } from "@/e2e/stores/merchant";
import { shareSignIn } from "@/e2e/stores/shared-sign-in";
import { startVendure } from "@/e2e/stores/vendure-peer";
import type { ExperimentStore } from "./store";

const PRICES = `{ productVariants(options: { take: 1000 }) { items { id ${SHOWN_PRICES} } } }`;
const prices = z.object({
  productVariants: z.object({ items: z.array(z.object({ id: z.string() }).and(ShownPrices)) }),
});

/** Starts a real Vendure store. It stores key and price in one transaction, so it has no crash between them. */
export async function startVendureStore(): Promise<ExperimentStore> {
  const peer = await startVendure();
  const store = await shareSignIn(peer.url);
  const merchant = await peer.merchant();
  return {
    kind: "vendure",
    url: store.url,
    credentials: peer.credentials,
    writeMatch: "updateProductVariants",
    hasCatalog: true,
    breakWrites: async () => undefined,
    setPrice: merchant.setPrice,
    prices: async () =>
      new Map(
        prices
          .parse(await merchant.ask(PRICES))
          .productVariants.items.map(({ id, price, compareAt }) => [
            id,
            { price, charged: price, ...(compareAt !== null && { compareAt }) },
          ]),
      ),
    writes: async () =>
      (await peer.events()).flatMap((event) =>
        event.event === "variant.updated"
          ? [{ ref: event.variantId, writeKey: event.marker, complete: true }]
          : [],
      ),
    stop: async () => {
      await store.stop();
      await peer.stop();
    },
  };
}
