import { startVendure } from "@/e2e/stores/vendure-peer";
import { describeConformance } from "@/server/testing/store-conformance";

// A real Vendure store, with a catalog of 122 variants.
describeConformance("vendure", async () => {
  const peer = await startVendure();
  const merchant = await peer.merchant();
  return {
    url: peer.url,
    credentials: peer.credentials,
    wrongCredentials: { ...peer.credentials, password: "not the password" },
    writeMatch: "updateProductVariants",
    variants: async () => {
      const found = await merchant.variants();
      return found.map(({ id, price }) => ({ ref: id, price: BigInt(price) }));
    },
    look: async (ref) => {
      const { price, writeKey } = await merchant.look(ref);
      return { price: BigInt(price), writeKey };
    },
    editPrice: (ref, price) => merchant.setPrice(ref, Number(price)),
    unprice: async (ref) => {
      const { price } = await merchant.look(ref);
      const update = (prices: readonly object[]) =>
        merchant.ask(
          "mutation($i: [UpdateProductVariantInput!]!) { updateProductVariants(input: $i) { id } }",
          {
            i: [{ id: ref, prices }],
          },
        );
      await update([{ currencyCode: "EUR", price, delete: true }]);
      return async () => void (await update([{ currencyCode: "EUR", price }]));
    },
    show: null,
    crashes: [],
    effects: async (writeKey) => {
      const events = await peer.events();
      return events.filter((event) => event.event === "variant.updated" && event.marker === writeKey).length;
    },
    stop: peer.stop,
  };
});
