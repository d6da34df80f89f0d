import { expect, it } from "vitest";
import { importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";
import type { Importer } from "@/server/testing/importer";

const inputs = inputsFor(import.meta.filename);
const open = importers();

const statesOf = async ({ shop }: Importer, ...skus: string[]) =>
  Promise.all(skus.map(async (sku) => (await shop.item(sku))?.["state"]));

it("archived products and drafts of Shopify are disabled, and gift cards left out with a notice", async () => {
  const own = await open();
  const report = await own.catalog(inputs.text("shopify.csv"), { rows: "good" });
  expect(report).toMatchObject({ created: 4, skipped: 2, refused: 0 });
  expect(report.notices.join("\n")).toContain("2 gift cards are left out");
  expect(await statesOf(own, "A-100", "OLD-1", "DR-1", "0017")).toEqual([
    ...["active", "disabled", "disabled", "active"],
  ]);
});

it("drafts and private products of WooCommerce are disabled", async () => {
  const own = await open();
  await own.catalog(inputs.text("wc-export.csv"), { rows: "good" });
  expect(await statesOf(own, "A-100", "D-1", "P-1")).toEqual(["active", "disabled", "disabled"]);
});

it("drafts of Medusa are disabled", async () => {
  const own = await open();
  await own.catalog(inputs.text("medusa.csv"));
  expect(await statesOf(own, "A-100", "OLD-1")).toEqual(["active", "disabled"]);
});
