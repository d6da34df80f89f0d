import { expect, test } from "@/e2e/fixtures";

const HEADER = "sku,title,price,currency,cost,tags";
const FAULTY = [
  HEADER,
  "A-1,Good row,19.99,EUR,9.00,",
  "A-2,No price,abc,EUR,9.00,",
  ",No sku,5.00,EUR,,",
].join("\n");
const SOUND = [HEADER, "A-1,Good row,19.99,EUR,9.00,lamps|brass", "A-2,No cost,29.99,EUR,,"].join("\n");
const csv = (text: string) => ({ name: "catalog.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

test("a file with faults imports nothing, names each row, and stays chosen", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/422/);
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/catalog/import") });
  await page.getByLabel("Choose a CSV file").setInputFiles(csv(FAULTY));
  await page.getByRole("button", { name: /^Import/ }).click();
  const faults = page.getByRole("table", { name: "Faults in the file" });
  await expect(faults.getByRole("row")).toHaveCount(3);
  await expect(faults.getByRole("row").nth(1)).toContainText(/^3/);
  await expect(faults.getByRole("row").nth(1)).toContainText("price");
  await expect(faults.getByRole("row").nth(2)).toContainText(/^4/);
  await expect(faults.getByRole("row").nth(2)).toContainText("sku");
  await expect(page.getByText("catalog.csv")).toBeVisible();
  expect(await shop.client.items()).toEqual([]);

  await page.getByRole("button", { name: "Choose another file" }).click();
  await page.getByLabel("Choose a CSV file").setInputFiles(csv(SOUND));
  await page.getByRole("button", { name: /^Import/ }).click();
  await expect(page.getByText("Imported.")).toBeVisible();
  await page.getByRole("link", { name: "See the catalog" }).click();
  await expect(page.getByText("Good row")).toBeVisible();
  expect(await shop.client.items()).toHaveLength(2);
});

test("rows in another currency than the workspace's are counted, and it is said what becomes of them", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/catalog/import") });
  const mixed = [
    HEADER,
    "E-1,Ours,19.99,EUR,9.00,",
    "U-1,Theirs,19.99,USD,9.00,",
    "U-2,Theirs too,5.00,USD,2.00,",
  ];
  await page.getByLabel("Choose a CSV file").setInputFiles(csv(mixed.join("\n")));
  await page.getByRole("button", { name: /^Import/ }).click();
  await expect(page.getByText("3 rows: 3 new")).toBeVisible();
  await expect(
    page.getByText(
      "2 items are priced in USD, which is not the workspace's currency: kept in the catalog, left out of every run.",
    ),
  ).toBeVisible();
});
