import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/fixtures";
import { textRow, xlsxFile } from "@/server/testing/spreadsheet-files";

const HEADER = "sku,title,price,currency,cost,tags";
const FAULTY = [
  HEADER,
  "A-1,Good row,19.99,EUR,9.00,",
  "A-2,No price,abc,EUR,9.00,",
  ",No sku,5.00,EUR,,",
].join("\n");
const SOUND = [HEADER, "A-1,Good row,19.99,EUR,9.00,lamps|brass", "A-2,No cost,29.99,EUR,,"].join("\n");
const csv = (text: string) => ({ name: "catalog.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
const choose = (page: Page, text: string) =>
  page.getByLabel("Choose a CSV, XLSX or ODS file").setInputFiles(csv(text));
const importButton = (page: Page) => page.getByRole("button", { name: "Import the catalog" });

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test("a file with faults names each with its row and value, is not imported, and its good rows are on request", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/catalog/import") });
  await choose(page, FAULTY);
  const faults = page.getByRole("table", { name: "Faults in the file" });
  await expect(faults.getByRole("row")).toHaveCount(3);
  await expect(faults.getByRole("row").nth(1)).toContainText(/^3price/);
  await expect(faults.getByRole("row").nth(1)).toContainText("abc");
  await expect(faults.getByRole("row").nth(2)).toContainText(/^4sku/);
  await expect(page.getByText("1 of 3 rows can be imported: 1 new")).toBeVisible();
  const kinds = page.getByRole("list", { name: "Kinds of faults" }).getByRole("listitem");
  await expect(kinds).toHaveText([/^1 × price: "abc" is not .* \(row 3\)$/, /^1 × sku: .* \(row 4\)$/]);
  await expect(importButton(page)).toBeDisabled();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the faults" }).click();
  const chunks = await (await (await saved).createReadStream()).toArray();
  expect(Buffer.concat(chunks as Buffer[]).toString()).toMatch(
    /row,column,value,what is wrong\r\n3,"price","abc",/,
  );
  await expectAccessible(page);
  expect(await shop.client.items()).toEqual([]);

  await page.getByRole("radio", { name: "Take the 1 good row" }).check();
  await importButton(page).click();
  await expect(page.getByText("1 row: 1 new, 0 changed, 0 as before. 2 rows were left out.")).toBeVisible();
  expect(await shop.client.items()).toHaveLength(1);

  await page.getByRole("button", { name: "Choose another file" }).click();
  await choose(page, SOUND);
  await expect(page.getByText("2 of 2 rows can be imported: 1 new, 1 changed")).toBeVisible();
  await importButton(page).click();
  await expect(page.getByText("Imported.")).toBeVisible();
  await page.getByRole("link", { name: "See the catalog" }).click();
  await expect(page.getByText("Good row")).toBeVisible();
  expect(await shop.client.items()).toHaveLength(2);
});

const LIST = ["Nr;Text;EK brutto;VK", "A-1;Becher;1.234;2.000", "A-2;Pfanne;12;20"].join("\n");

for (const [device, viewport] of [
  ["a desktop", { width: 1280, height: 900 }],
  ["a phone", { width: 390, height: 844 }],
] as const)
  test(`a list with names of its own is mapped by keyboard on ${device}, asked about, and known again`, async ({
    as,
    newShop,
  }) => {
    const shop = await newShop();
    const page = await as(shop.owner, { at: shop.page("/catalog/import"), viewport });
    const pick = async (label: string, option: string) => {
      await page.getByRole("combobox", { name: label }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("option", { name: option, exact: true })).toBeVisible();
      await page.keyboard.type(option.slice(0, 4));
      await expect(page.getByRole("option", { name: option, exact: true })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("combobox", { name: label })).toContainText(option);
    };
    await choose(page, LIST);
    await expect(page.getByText("The file lacks the column sku.")).toBeVisible();
    await expect(importButton(page)).toBeDisabled();
    await expectAccessible(page);
    await pick("Column for Sku", "Nr");
    await pick("Column for Title", "Text");
    await pick("Column for Cost", "EK brutto");
    await pick("Decimal mark", "Comma: 1.234,50");
    await page.getByRole("button", { name: "Check again" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 of 2 rows can be imported: 2 new")).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await choose(page, LIST);
    await expect(page.getByText("2 of 2 rows can be imported: 2 new")).toBeVisible();
    await importButton(page).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 rows: 2 new")).toBeVisible();
    expect(await shop.client.items()).toHaveLength(2);

    await page.getByRole("button", { name: "Choose another file" }).click();
    await choose(page, LIST.replace("1.234", "1.300"));
    const changes = page.getByRole("table", { name: "Changes of costs, prices and limits" });
    await expect(changes.getByRole("row").nth(1)).toContainText(/Becher.*Cost.*1,?234\.00.*1,?300\.00/);
  });

test("a sheet of a spreadsheet is chosen, and the row that names its columns", async ({ as, newShop }) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/catalog/import") });
  const sheets = [
    { name: "Info", rows: textRow("About", "this list") },
    { name: "Liste", rows: textRow("Muster GmbH") + textRow("Nr", "Text") + textRow("A-1", "Becher") },
  ];
  const buffer = await xlsxFile({ sheets });
  const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  await page
    .getByLabel("Choose a CSV, XLSX or ODS file")
    .setInputFiles({ name: "list.xlsx", mimeType, buffer });
  const pick = async (label: string, option: string) => {
    await page.getByRole("combobox", { name: label }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  const again = () => page.getByRole("button", { name: "Check again" }).click();
  await pick("Sheet", "Liste");
  await again();
  await expect(page.getByRole("combobox", { name: "Sheet" })).toContainText("Liste");
  await expect(page.getByRole("combobox", { name: "Encoding" })).toHaveCount(0);
  await pick("Header row", "Row 2");
  await again();
  await pick("Column for Sku", "Nr");
  await pick("Column for Title", "Text");
  await again();
  await expect(page.getByText("1 of 1 row can be imported: 1 new")).toBeVisible();
  await expectAccessible(page);
  await importButton(page).click();
  await expect(page.getByText("1 row: 1 new")).toBeVisible();
  expect(await shop.client.items()).toHaveLength(1);
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
  await choose(page, mixed.join("\n"));
  await importButton(page).click();
  await expect(page.getByText("3 rows: 3 new")).toBeVisible();
  await expect(
    page.getByText(
      "2 items are priced in USD, which is not the workspace's currency: kept in the catalog, left out of every run.",
    ),
  ).toBeVisible();
});

const FEED = [
  "id\ttitle\tlink\tavailability\tprice",
  "A-1\tLamp\thttps://rival.example/lamp\tin stock\t18.90 EUR",
  "X-9\tOther\thttps://rival.example/other\tin stock\t5.00 EUR",
];

test("a competitor's feed is imported with a seller and a time for all rows, and without other articles", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  await shop.client.post("/catalog/items", { items: [{ sku: "A-1", title: "Lamp" }] });
  const page = await as(shop.owner, { at: shop.page("/catalog/import?kind=observations") });
  await choose(page, FEED.join("\n"));
  await expect(page.getByText("The file lacks the columns seller, observed_at.")).toBeVisible();
  await page.getByLabel("Seller (optional)").fill("Rival");
  await page.getByLabel("Time (optional)").fill("now");
  await page.getByLabel("Only items that are in the catalog").check();
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText("1 of 1 row can be imported: 1 new")).toBeVisible();
  await expect(page.getByText("1 row is left out, not for a fault.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import the prices" }).click();
  await expect(page.getByText("Imported.")).toBeVisible();
  const [id] = await shop.client.items();
  const lowest = { amount: "18.90", currency: "EUR" };
  expect(await shop.client.get(`/catalog/items/${id}`)).toMatchObject({ body: { market: { lowest } } });
});
