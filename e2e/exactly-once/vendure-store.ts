import { shareSignIn } from "@/e2e/stores/shared-sign-in";
import { startVendure } from "@/e2e/stores/vendure-peer";
import type { ExperimentStore } from "./store";

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
      new Map((await merchant.variants()).map(({ id, price }) => [id, { price, charged: price }])),
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
