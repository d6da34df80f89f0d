/**
 * Measures how well prices and availabilities are extracted from hand-labelled product pages.
 * `npm run eval:extraction -- DIR [--predictions FILE] [--hide-data]`: DIR contains ground-truth.json,
 * html/<id>.html.gz (or .html), and any number of other systems' answers as JSON of the same form. An answer counts as
 * the product would use it: a price "from" is no price, and an availability below the product's confidence is unknown.
 * Pages whose machine-readable data has a price are also reported apart from all others; `--hide-data` removes that
 * data before a page is read, so that they measure the reading of visible prices too. The last output line is all
 * figures as JSON.
 */
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { withoutData } from "@/eval/extraction/hidden-data";
import { Answers, figures, shareCalledSoldOut, valuesOf } from "@/eval/extraction/scoring";
import { confidentAvailability } from "@/server/domain/offers/page-check";
import { parsePage } from "@/server/market/extract/document/parsed-page";
import { offerOfPage } from "@/server/market/extract/offer-of-page";
import { metaPrice } from "@/server/market/extract/page-meta";
import type { Availability, PageInput, PageOffer } from "@/server/market/extract/page-offer";
import { structuredClaims } from "@/server/market/extract/structured-claims";

const STOCK: Readonly<Record<Availability, string | null>> = {
  in_stock: "InStock",
  preorder: "InStock",
  backorder: "InStock",
  out_of_stock: "OutOfStock",
  discontinued: "OutOfStock",
  unknown: null,
};

const readAnswers = async (file: string): Promise<Answers> =>
  Answers.parse(JSON.parse(await readFile(file, "utf8")));

async function readHtml(directory: string, id: string): Promise<string> {
  const packed = join(directory, "html", `${id}.html.gz`);
  if (existsSync(packed)) return gunzipSync(await readFile(packed)).toString("utf8");
  return readFile(join(directory, "html", `${id}.html`), "utf8");
}

type Prediction = Partial<Record<"price" | "availability" | "currency", string[]>>;
type Read = {
  readonly predictions: Record<string, Prediction>;
  /** The pages whose structured data or meta elements have a price. */
  readonly withData: ReadonlySet<string>;
  readonly slowestMs: number;
  readonly totalMs: number;
};

/** Extracts every page. Durations are CPU time, which other work on the machine does not affect. */
async function predict(directory: string, truth: Answers, hideData: boolean): Promise<Read> {
  const predictions: Record<string, Prediction> = {};
  const withData = new Set<string>();
  let [slowestMs, totalMs] = [0, 0];
  for (const [id, response] of Object.entries(truth)) {
    const input = { url: valuesOf(response.url)[0] ?? "", html: await readHtml(directory, id) };
    const read = hideData ? { ...input, html: withoutData(input.html) } : input;
    const start = process.cpuUsage();
    const offer = offerOfPage(read);
    const took = process.cpuUsage(start).user / 1000;
    [slowestMs, totalMs] = [Math.max(slowestMs, took), totalMs + took];
    predictions[id] = predictionOf(offer);
    if (hasPricedData(input)) withData.add(id);
  }
  return { predictions, withData, slowestMs: Math.round(slowestMs), totalMs: Math.round(totalMs) };
}

/** Returns the answer as a check of the page would store it. */
function predictionOf(offer: PageOffer): Prediction {
  const stock = STOCK[confidentAvailability(offer.availability, offer.availabilityConfidence)];
  const price = offer.found && offer.form === "exact" ? offer.price : null;
  return {
    ...(price === null ? {} : { price: [price.amount] }),
    ...(stock === null ? {} : { availability: [stock] }),
    ...(price === null || price.currency === null ? {} : { currency: [price.currency] }),
  };
}

function hasPricedData(input: PageInput): boolean {
  const page = parsePage(input);
  return structuredClaims(page, {}).claims.length > 0 || metaPrice(page, {}) !== null;
}

/** Prints the figures of a system for these pages, and returns them. */
function report(name: string, truth: Answers, answers: Answers, ids: readonly string[]) {
  const soldOut = ids.filter((id) => valuesOf(truth[id]?.availability).includes("OutOfStock"));
  const made = {
    price: figures(truth, answers, "price", ids),
    availability: figures(truth, answers, "availability", ids),
    out_of_stock: figures(truth, answers, "availability", soldOut),
  };
  for (const [field, row] of Object.entries(made)) {
    const cells = [row.f1, row.precision, row.recall].map((ratio) => ratio.toFixed(3).padStart(10));
    const counts = [row.right, row.wrong, row.missed].map((count) => String(count).padStart(7));
    console.log(`${name.padEnd(16)}${field.padEnd(14)}${cells.join("")}${counts.join("")}`);
  }
  return { ...made, in_stock_called_sold_out: shareCalledSoldOut(truth, answers, ids) };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { predictions: { type: "string" }, "hide-data": { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [directory] = positionals;
  if (directory === undefined)
    throw new Error("Usage: npm run eval:extraction -- DIR [--predictions FILE] [--hide-data]");
  const truth = await readAnswers(join(directory, "ground-truth.json"));
  const read = await predict(directory, truth, values["hide-data"]);
  if (values.predictions !== undefined) {
    await writeFile(values.predictions, `${JSON.stringify(read.predictions, null, 1)}\n`);
  }
  console.log(
    `${"".padEnd(30)}${["F1", "precision", "recall"].map((text) => text.padStart(10)).join("")}  right  wrong missed`,
  );
  const ids = Object.keys(truth);
  const [withData, withoutData] = [
    ids.filter((id) => read.withData.has(id)),
    ids.filter((id) => !read.withData.has(id)),
  ];
  const ours = {
    ...report("pricecheck", truth, read.predictions, ids),
    with_data: { pages: withData.length, ...report("  with data", truth, read.predictions, withData) },
    without_data: {
      pages: withoutData.length,
      ...report("  without data", truth, read.predictions, withoutData),
    },
  };
  const others = (await readdir(directory)).filter(
    (file) => file.endsWith(".json") && file !== "ground-truth.json",
  );
  const systems: Record<string, ReturnType<typeof report>> = {};
  for (const file of others.sort()) {
    const name = basename(file, ".json");
    systems[name] = report(name, truth, await readAnswers(join(directory, file)), ids);
  }
  const cpuSeconds = { slowest_page: read.slowestMs / 1000, all_pages: read.totalMs / 1000 };
  console.log(JSON.stringify({ pages: ids.length, ...ours, cpu_seconds: cpuSeconds, systems }));
}

await main();
