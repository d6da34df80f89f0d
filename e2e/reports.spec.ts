import { readXlsx } from "hucre/xlsx";
import { stock } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";

test("a report is read on the page and taken along as a workbook with numbers in it", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/reports?report=margins") });
  const report = page.getByRole("region", { name: "Report" });
  const lamp = report.getByRole("row", { name: /Brass desk lamp/ });
  await expect(lamp).toContainText("EUR");
  await expect(report.getByRole("columnheader", { name: "Margin", exact: true })).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const file = await (await download).createReadStream();
  const { sheets } = await readXlsx(Buffer.concat(await file.toArray()));
  const [names = [], ...rows] = sheets[0]?.rows ?? [];
  const title = names.indexOf("title");
  const price = names.indexOf("price");
  expect(rows.map((row) => row[title])).toContain("Brass desk lamp");
  for (const row of rows) expect(typeof row[price]).toBe("number");

  await page.getByLabel("From").fill("2001-01-01");
  await page.getByLabel("To").fill("2001-01-02");
  await expect(page.getByText("Nothing in this report matches")).toBeVisible();
  await page.getByLabel("To").fill("2000-01-01");
  await expect(page.getByText("The end lies before the beginning.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Download" })).toHaveCount(0);
});
