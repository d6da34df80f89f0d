/**
 * Measures how long after the answer to a decision another person's open inbox shows it. One decides by REST, the
 * other one's page only has the stream of changes, since its intervals are switched off. Service, database and browser
 * share the machine. `npm run bench:live -- [decisions]`; the last output line is the figures as JSON. Exits with 1 if
 * one decision took two seconds or more.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Shop } from "@/e2e/shop";
import { withBrowserShop } from "./browser-shop";
import { percentile, printDistribution } from "./distribution";

const LIMIT_MS = 2_000;
const TIMEOUT_MS = 30_000;
/** The pauses between decisions differ, so that they do not keep step with the page's requests. */
const PAUSES_MS = [250, 900, 1_400, 600];
const NO_POLLING = "window.setInterval = () => 0;";

const decisions = Number(process.argv[2] ?? 100);

/** The third row of the list, which is not the open entry. */
const ENTRY = "document.querySelectorAll('[data-entry]')[2]?.dataset.entry ?? null";

/** Rejects a shown recommendation. @returns milliseconds from the answer until the other person's page drops its row */
async function measure(reader: Page, shop: Shop): Promise<number> {
  const id: string | null = await reader.evaluate(ENTRY);
  if (id === null) throw new Error("the inbox shows fewer than three entries");
  const gone = reader.waitForFunction((of) => !document.querySelector(`[data-entry="${of}"]`), id, {
    polling: "raf",
    timeout: TIMEOUT_MS,
  });
  const answer = await shop.client.post(`/recommendations/${id}/reject`, { reason: "Not now" });
  const answered = performance.now();
  if (answer.status !== 200) throw new Error(`the rejection answered ${answer.status}`);
  await gone;
  return Math.max(0, performance.now() - answered);
}

async function openReader(page: Page, path: string): Promise<Page> {
  await page.addInitScript({ content: NO_POLLING });
  const stream = page.waitForResponse((each) => new URL(each.url()).pathname.endsWith("/changes"));
  await page.goto(path);
  await stream;
  await page.waitForFunction(() => document.querySelectorAll("[data-entry]").length > 2);
  return page;
}

await withBrowserShop({ items: 10_000, waiting: decisions + 1_000 }, async ({ shop, open }) => {
  const reader = await openReader(await open(await shop.member("approver")), shop.page("/approvals"));
  const took: number[] = [];
  for (let n = 0; n < decisions; n++) {
    took.push(await measure(reader, shop));
    await pause(PAUSES_MS[n % PAUSES_MS.length]);
  }
  printDistribution("a decision in the other browser", took);
  const at = (share: number) => Math.round(percentile(took, share));
  const bars_missed = at(1) < LIMIT_MS ? [] : ["max_ms"];
  console.log(JSON.stringify({ decisions, p50_ms: at(0.5), p95_ms: at(0.95), max_ms: at(1), bars_missed }));
  process.exitCode = bars_missed.length > 0 ? 1 : 0;
});
