import { describe, expect, it } from "vitest";
import { inputsFor } from "@/eval/found/inputs";
import { startHostedShop } from "@/eval/found/shop-behind-host";
import { woocommerce } from "@/server/stores/woocommerce/connector";

const inputs = inputsFor(import.meta.filename);

/** Starts a shop whose host puts bytes before every answer. */
const startWith = (before: Buffer) =>
  startHostedShop(
    () => null,
    ({ status, body }) => ({ status, body: Buffer.concat([before, body]) }),
  );

describe("JSON behind something else", () => {
  it("is read behind a byte order mark", async () => {
    expect(inputs.text("proxy.txt")).toContain("EF BB BF");
    const shop = await startWith(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(await woocommerce.test(shop.connection)).toMatchObject({ currency: "EUR" });
    expect(await woocommerce.readPrice(shop.connection, "10")).toMatchObject({ price: 3000n });
    await shop.stop();
  });

  it("is not read behind a PHP notice, which is named", async () => {
    const notice = "<br />\n<b>Notice</b>:  Undefined variable in <b>/x.php</b> on line <b>1</b><br />\n";
    const shop = await startWith(Buffer.from(notice));
    const message = expect.stringContaining("PHP notice before its answer: switch display_errors off");
    await expect(woocommerce.test(shop.connection)).rejects.toMatchObject({ reason: "bad_answer", message });
    await shop.stop();
  });
});
