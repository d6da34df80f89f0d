import { expect, test } from "@/e2e/fixtures";
import { countPresses } from "@/e2e/presses";

const MAX_PRESSES = 15;
const CHOOSE = "Choose a CSV, XLSX or ODS file";
const GERMAN = ["--currency", "EUR", "--prices-include-vat", "yes", "--vat-rate", "0.19"];
const HOUR_MS = 3_600_000;

/** As a German spreadsheet saves it for older programs. */
const list = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from([...lines, ""].join("\r\n"), "latin1"),
});

const OWN_LIST = list("Preisliste Herbst.csv", [
  "Haushaltswaren Brandt GmbH;;;;;",
  "Preisliste, alle Preise in Euro;;;;;",
  ";;;;;",
  "Artikelnummer;Bezeichnung;EAN;EK netto;VK brutto;Bestand",
  "HB-1001;Küchenwaage, 5 kg;9520123456788;8,40;24,90;35",
  "HB-1002;Backform rund, Ø 26 cm;9520123456740;4,15;12,90;120",
  "HB-1003;Gusspfanne, 28 cm;9520123456795;1.018,00;1.899,00;2",
]);

/** A time such as 24.11.2026 08:15, by a clock in UTC. */
function germanTime(ms: number): string {
  const [day = "", time = ""] = new Date(ms).toISOString().split("T");
  return `${day.split("-").toReversed().join(".")} ${time.slice(0, 5)}`;
}

const rivalsList = (nowMs: number) =>
  list("Wettbewerber.csv", [
    "Artikelnummer;Wettbewerber;Preis;Währung;Verfügbar;Zeitpunkt",
    `HB-1001;kochgut.example;22,95;EUR;ja;${germanTime(nowMs - HOUR_MS)}`,
    `HB-1001;pfannenkiste.example;23,45;EUR;ja;${germanTime(nowMs - 2 * HOUR_MS)}`,
    `HB-1002;kochgut.example;12,95;EUR;nein;${germanTime(nowMs - HOUR_MS)}`,
  ]);

test("a German list and a rival's come from the files to a price in a store that is connected on the way in a few presses", async ({
  as,
  newShop,
}, info) => {
  const shop = await newShop({ pricing: GERMAN });
  const page = await as(shop.owner);
  const presses = await countPresses(page.context());
  await page.goto(shop.page());
  const steps = page.getByRole("region", { name: "First steps to a price in your store" });
  await steps.getByRole("link", { name: "Import a file" }).click();
  await presses.chooseFile(page, CHOOSE, OWN_LIST);
  await expect(page.getByText("3 of 3 rows can be imported: 3 new")).toBeVisible();
  // Many shops keep numbers of their own in such a column, so that a person has to say that these are GTINs.
  await expect(page.getByText(/EAN/).first()).toBeVisible();
  await page.getByRole("button", { name: "Import the catalog" }).click();
  await expect(page.getByRole("link", { name: "Import competitors’ prices" })).toBeVisible();
  // What is done is not offered again beside what follows.
  await expect(page.getByRole("button", { name: "Import the catalog" })).toHaveCount(0);
  await page.getByRole("link", { name: "Overview" }).click();
  await steps.getByRole("button", { name: "Use the sandbox store" }).click();
  await steps.getByRole("link", { name: "Import prices" }).click();
  await presses.chooseFile(page, CHOOSE, rivalsList(Date.now()));
  await page.getByRole("button", { name: "Import the prices" }).click();
  await expect(page.getByRole("button", { name: "Start a run" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Import the prices" })).toHaveCount(0);
  await page.getByRole("button", { name: "Start a run" }).click();
  await page.getByRole("main").getByRole("link", { name: "New", exact: true }).click({ timeout: 60_000 });
  await page.getByRole("button", { name: /Küchenwaage/ }).click();
  await page.getByRole("button", { name: "Accept and approve" }).click();
  await expect(page.getByText(/in your store/).first()).toBeVisible({ timeout: 20_000 });
  const result = `${presses.count()} presses from the files to a price in the store`;
  info.annotations.push({ type: "own lists", description: result });
  process.stdout.write(`${result}\n`);
  expect(presses.count()).toBeGreaterThan(0);
  expect(presses.count()).toBeLessThanOrEqual(MAX_PRESSES);
});
