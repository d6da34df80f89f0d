import type { Page } from "@playwright/test";

const QUERIES = ["item 7", "sku-4", "tem 9", "SKU-1", "item 5"];

interface Noted {
  answered: { typedAt: number; took: number[] };
}

/** Notes in the page how long the palette took from a typed letter to the first found item that was painted. */
const WATCH = () => {
  const answered: Noted["answered"] = { typedAt: 0, took: [] };
  (window as unknown as Noted).answered = answered;
  window.addEventListener("input", () => (answered.typedAt = performance.now()), true);
  const look = () => {
    const options = [...document.querySelectorAll('[role="dialog"] [role="option"]')];
    if (answered.typedAt > 0 && options.some((option) => option.textContent?.endsWith("Item"))) {
      answered.took.push(performance.now() - answered.typedAt);
      answered.typedAt = 0;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/**
 * Returns the milliseconds from the text of a search in the palette to its first found item, in so many new documents.
 */
export async function paletteAnswers(page: Page, address: string, times: number): Promise<number[]> {
  await page.addInitScript(WATCH);
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const query = QUERIES[time % QUERIES.length] ?? "";
    await page.goto(address);
    await page.getByRole("checkbox").first().waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: /^Find something/ }).fill(query);
    await page.waitForFunction(() => (window as unknown as Noted).answered.took.length > 0);
    took.push(...(await page.evaluate(() => (window as unknown as Noted).answered.took)));
  }
  return took;
}

/** Returns the milliseconds of each of some answers to what became of a run's proposals, in the person's session. */
export async function proposalAnswers(
  page: Page,
  workspaceId: string,
  runId: string,
  times: number,
): Promise<number[]> {
  const address = `/api/trpc/runs.findings?input=${encodeURIComponent(JSON.stringify({ run_id: runId }))}`;
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const began = performance.now();
    const answer = await page.request.get(address, { headers: { "x-workspace-id": workspaceId } });
    const text = await answer.text();
    took.push(performance.now() - began);
    if (!answer.ok()) throw new Error(`${address} answered ${answer.status()}: ${text.slice(0, 300)}`);
  }
  return took;
}
