import { describeConformance } from "@/server/testing/store-conformance";
import { benchOf, catalog } from "@/server/testing/woocommerce/bench";
import { startWooStandIn } from "@/server/testing/woocommerce/stand-in";

// A shop that behaves as WooCommerce was measured to, over plain http, with simple and variable products.
describeConformance("woocommerce", async () => benchOf(await startWooStandIn({ products: catalog(40, 3) })));
