/**
 * Measures for how long an import of a file keeps the service from answering anybody else: the longest wait for
 * `/healthz` meanwhile, while a catalog's items are created, come again unchanged, get another cost, and are observed.
 * `npm run bench:imports -- [rows]`; the last output line is the figures as JSON. Each file is imported with a tenth of
 * the rows first, because no wait may grow with the file. What a process does once, at its first import after a start,
 * is measured apart, by a small file in another workspace (`first_ms`). Exits with 1 if one wait takes more than 200
 * ms, or that of the first import more than 400.
 */
import { dirname } from "node:path";
import { request as browserRequest } from "@playwright/test";
import { startService } from "@/e2e/service";
import { openShop, signIn } from "@/e2e/shop";
import { ensureBundled, ensurePages } from "@/scripts/build.mjs";
import { longestWait } from "./health";

const MAX_MS = 200;
/** The first import after a start also compiles and prepares what the later ones find ready. */
const FIRST_MAX_MS = 400;
const FIRST_ROWS = 100;
const IMPORT_WITHIN_MS = 600_000;

const rows = Number(process.argv[2] ?? 50_000);

interface File {
  readonly name: string;
  readonly path: string;
  readonly header: string;
  readonly row: (n: number) => string;
}

const ITEMS = "sku,title,price,cost,currency,brand,category,stock";
const item = (n: number, cost: string): string =>
  `SKU-${n},"Item no. ${n}, in oak",${(n % 90) + 10}.99,${cost},EUR,Halden,Home,${n % 40}`;
const day = new Date(Date.now() - 3_600_000).toISOString();

const FILES: readonly File[] = [
  { name: "created", path: "items", header: ITEMS, row: (n) => item(n, "5.00") },
  { name: "unchanged", path: "items", header: ITEMS, row: (n) => item(n, "5.00") },
  { name: "changed", path: "items", header: ITEMS, row: (n) => item(n, "5.50") },
  {
    name: "observed",
    path: "observations",
    header: "sku,seller,price,currency,in_stock,observed_at",
    row: (n) => `SKU-${n},seller.example,${(n % 90) + 9}.49,EUR,true,${day}`,
  },
];

const root = dirname(import.meta.dirname);
await ensureBundled(root);
await ensurePages(root);
const service = await startService();
const browser = await browserRequest.newContext();
try {
  const results = [];
  let firstMs: number | null = null;
  for (const [round, count] of [FIRST_ROWS, Math.ceil(rows / 10), rows].entries()) {
    const shop = await openShop(service, { plan: "enterprise" });
    await signIn(browser, service.url, shop.owner);
    for (const file of FILES) {
      const data = [file.header, ...Array.from({ length: count }, (_, n) => file.row(n))].join("\n");
      const start = performance.now();
      const { value: answer, longestMs } = await longestWait(service.url, () =>
        browser.post(`${service.url}/api/files/${shop.id}/catalog/${file.path}`, {
          data,
          headers: { "content-type": "text/csv", origin: service.url },
          timeout: IMPORT_WITHIN_MS,
        }),
      );
      if (!answer.ok()) throw new Error(`${file.name}: ${await answer.text()}`);
      const result = {
        file: file.name,
        rows: count,
        seconds: Math.round((performance.now() - start) / 100) / 10,
        longest_ms: Math.round(longestMs),
      };
      console.log(JSON.stringify(result));
      firstMs ??= result.longest_ms;
      if (round > 0) results.push(result);
    }
  }
  const worst = Math.max(...results.map(({ longest_ms }) => longest_ms));
  const holds = worst <= MAX_MS && firstMs !== null && firstMs <= FIRST_MAX_MS;
  console.log(JSON.stringify({ results, first_ms: firstMs, worst_ms: worst, holds }));
  process.exitCode = holds ? 0 : 1;
} finally {
  await browser.dispose();
  await service.stop();
}
