import { benchOf } from "@/server/testing/shopify/bench";
import { fillShop } from "@/server/testing/shopify/seed";
import { startShopifyStandIn } from "@/server/testing/shopify/stand-in";
import { describeConformance } from "@/server/testing/store-conformance";

// A shop that answers as the Admin API is documented, with products of one and of several variants.
describeConformance("shopify", async () => {
  const standIn = await startShopifyStandIn();
  fillShop(standIn.shop, 45);
  return benchOf(standIn);
});
