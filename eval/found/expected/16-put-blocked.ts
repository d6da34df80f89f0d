import { describe, expect, it } from "vitest";
import { inputsFor } from "@/eval/found/inputs";
import { startHostedShop } from "@/eval/found/shop-behind-host";
import { woocommerce } from "@/server/stores/woocommerce/connector";

const inputs = inputsFor(import.meta.filename);
const page = Buffer.from("<html><head><title>Not Allowed</title></head><body></body></html>");

describe("a host that refuses PUT", () => {
  it.each([405, 403, 501])(
    "lets the update pass, sent by POST, when it refuses with status %i",
    async (status) => {
      expect(inputs.text("proxy.txt")).toContain("every PUT");
      const shop = await startHostedShop((method) => (method === "PUT" ? { status, body: page } : null));
      const request = { target: 4450n, currency: "EUR", writeKey: "wbk_1" };
      await woocommerce.test(shop.connection);
      expect(await woocommerce.writePrice(shop.connection, "10", request)).toMatchObject({ price: 4450n });
      expect(shop.price()).toBe("44.50");
      await shop.stop();
    },
  );
});
