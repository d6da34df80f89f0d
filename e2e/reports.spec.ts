import { readXlsx } from "hucre/xlsx";
import { fillInbox, stock } from "@/e2e/assortment";
import { expected } from "@/e2e/client";
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
  await expect(page.getByText("The end is before the beginning.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Download" })).toHaveCount(0);
});

test("a report shows its days as a chart, for a span chosen by one press", async ({ as, newShop }) => {
  const shop = await newShop();
  await fillInbox(shop);
  const page = await as(shop.owner, { at: shop.page("/reports") });
  await page.getByRole("radio", { name: "7 days" }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}/);
  const chart = page.getByRole("slider", { name: /^Recommendations by day/ });
  await chart.focus();
  await page.keyboard.press("End");
  await expect(chart).toHaveAttribute("aria-valuetext", /· Rows 3$/);
  await page.keyboard.press("Home");
  await expect(chart).toHaveAttribute("aria-valuetext", /· Rows 0$/);
  await page.getByRole("button", { name: "Show as table" }).click();
  const days = page.getByRole("table", { name: "Recommendations by day" });
  await expect(days.getByRole("row")).toHaveCount(8);

  await page.goto(shop.page("/reports?report=margins"));
  await expect(page.getByRole("slider", { name: /^Gross margin of the catalog/ })).toBeVisible();
  await expect(page.getByRole("slider", { name: /^Price index of the catalog/ })).toBeVisible();
});

test("a report is narrowed to a category and a brand, in the table, the file and the address", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const item = (sku: string, category: string, brand: string) => ({
    sku,
    title: `${brand} ${category}`,
    category,
    brand,
    price: { amount: "20.00", currency: "EUR" },
    cost: { amount: "30.00", currency: "EUR" },
  });
  const items = [item("A", "Lamp", "Lumo"), item("B", "Lamp", "Other"), item("C", "Chair", "Lumo")];
  expected(await shop.client.post("/catalog/items", { items }), 200);
  await shop.client.run();
  const page = await as(shop.owner, { at: shop.page("/reports?report=margins") });
  const rows = page.getByRole("region", { name: "Report" }).getByRole("row");
  await expect(rows).toHaveCount(4);
  await page.getByLabel("Category").click();
  await page.getByRole("option", { name: "Lamp" }).click();
  await expect(rows).toHaveCount(3);
  await expect(page.getByText("These are of the whole catalog")).toBeVisible();
  await page.getByLabel("Brand").click();
  await page.getByRole("option", { name: "Lumo" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText("Lumo Lamp");
  await expect(page).toHaveURL(/category=Lamp&brand=Lumo/);
  await expect(page.getByRole("link", { name: "Download" })).toHaveAttribute(
    "href",
    /category=Lamp&brand=Lumo/,
  );
});

test("a report is sorted by a column's heading, over all its pages, and the address keeps it", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const items = Array.from({ length: 60 }, (_, at) => ({
    sku: `SORT-${at}`,
    title: `Vase ${at}`,
    price: { amount: `${10 + ((at * 37) % 60)}.00`, currency: "EUR" },
  }));
  expected(await shop.client.post("/catalog/items", { items }), 200);
  const page = await as(shop.owner, { at: shop.page("/reports?report=margins") });
  const report = page.getByRole("region", { name: "Report" });
  const heading = report.getByRole("columnheader", { name: "Price", exact: true });
  const firstRow = report.getByRole("row").nth(1);
  await heading.getByRole("button").click();
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await expect(firstRow).toContainText("69.00");
  await heading.getByRole("button").click();
  await expect(firstRow).toContainText("10.00");
  await page.reload();
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await expect(firstRow).toContainText("10.00");
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(report.getByRole("row").last()).toContainText("69.00");
  await heading.getByRole("button").click();
  await expect(heading).toHaveAttribute("aria-sort", "none");
});
