import { benchOf, fillShop } from "@/server/testing/medusa/bench";
import { startMedusaStandIn } from "@/server/testing/medusa/stand-in";
import { describeConformance } from "@/server/testing/store-conformance";

// A shop that behaves as Medusa was measured to, with prices in two currencies and prices of regions.
describeConformance("medusa", async () => {
  const standIn = await startMedusaStandIn();
  fillShop(standIn.shop, 47);
  return benchOf(standIn);
});
