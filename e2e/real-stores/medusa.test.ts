import { MARKER_KEY, refOf } from "@/server/stores/medusa/variant-place";
import { describeConformance } from "@/server/testing/store-conformance";
import { startMedusa } from "./medusa-peer";

// A real Medusa server, with a catalog of 112 variants.
describeConformance("medusa", async () => {
  const peer = await startMedusa();
  const variants = await peer.variants();
  const of = (ref: string) => {
    const found = variants.find(({ productId, id }) => refOf(productId, id) === ref);
    if (!found) throw new Error(`the shop has no ${ref}`);
    return found;
  };
  const sales = new Map<string, string>();
  return {
    url: peer.url,
    credentials: { apiKey: peer.apiKey },
    wrongCredentials: { apiKey: "sk_of_nobody" },
    writeMatch: `"${MARKER_KEY}":`,
    // It answers within a second, and is away for half a minute when it died.
    pace: { timeoutMs: 6_000, patienceMs: 90_000 },
    variants: async () =>
      (await peer.variants()).map(({ productId, id, price }) => ({
        ref: refOf(productId, id),
        price: BigInt(price),
      })),
    look: async (ref) => {
      const { id } = of(ref);
      const found = (await peer.variants()).find((variant) => variant.id === id);
      return { price: BigInt(found?.price ?? 0), writeKey: found?.writeKey ?? null };
    },
    editPrice: async (ref, price) => void (await peer.setPrice(of(ref), Number(price))),
    unprice: null,
    show: async (ref, { sale }) => {
      const { id } = of(ref);
      const standing = sales.get(id);
      if (standing !== undefined) await peer.ask("DELETE", `/admin/price-lists/${standing}`);
      if (!sale) return;
      const { price_list } = await peer.ask("POST", "/admin/price-lists", {
        title: "Sale",
        description: "For everybody",
        type: "sale",
        status: "active",
        starts_at: sale.from?.toISOString() ?? null,
        ends_at: sale.until?.toISOString() ?? null,
        prices: [{ variant_id: id, currency_code: "eur", amount: Number(sale.price) / 100 }],
      });
      sales.set(id, String(Object(price_list).id));
    },
    crashes: [{ name: "after_marker", arm: async () => void (await peer.crashNextWrite()) }],
    effects: async (writeKey) =>
      new Set((await peer.log()).filter(({ marker }) => marker === writeKey).map(({ tx }) => tx)).size,
    stop: peer.stop,
  };
});
