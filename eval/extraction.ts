/**
 * How well prices and availabilities are read from product pages that people have read before. `npm run eval:extraction
 * -- DIR [--predictions FILE]`: DIR holds ground-truth.json, html/<id>.html.gz (or .html), and beside them any number
 * of other systems' answers as JSON of the same form. The last line is all figures as JSON.
 */
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { amountKey } from "@/server/market/extract/amount";
import { offerOfPage } from "@/server/market/extract/offer-of-page";
import type { Availability } from "@/server/market/extract/page-offer";

const Listed = z.union([z.string(), z.array(z.string())]).nullish();
const Answers = z.record(
  z.string(),
  z.object({ price: Listed, availability: Listed, currency: Listed, url: Listed }).loose(),
);
type Answers = z.infer<typeof Answers>;
type Field = "price" | "availability";
type Figures = {
  f1: number;
  precision: number;
  recall: number;
  right: number;
  wrong: number;
  missed: number;
};

const STOCK: Readonly<Record<Availability, string | null>> = {
  in_stock: "InStock",
  preorder: "InStock",
  backorder: "InStock",
  out_of_stock: "OutOfStock",
  discontinued: "OutOfStock",
  unknown: null,
};

const valuesOf = (value: z.infer<typeof Listed>): readonly string[] =>
  [value ?? []]
    .flat()
    .map((text) => text.trim())
    .filter((text) => text !== "");

/** Decimals compare as numbers do; what is no decimal only equals itself. */
const comparable = (field: Field, text: string): string =>
  field === "price" && /^\d+(\.\d+)?$/.test(text) ? amountKey(text) : text;

/**
 * A value counts as right when it is one of those listed. A wrong value counts against precision, and against recall
 * where the truth holds one; a value where the truth has none counts against precision.
 */
function figures(truth: Answers, answers: Answers, field: Field, ids: readonly string[]): Figures {
  let [right, wrong, missed] = [0, 0, 0];
  for (const id of ids) {
    const allowed = valuesOf(truth[id]?.[field]).map((text) => comparable(field, text));
    const [said] = valuesOf(answers[id]?.[field]).map((text) => comparable(field, text));
    const hit = said !== undefined && allowed.includes(said);
    if (hit) right++;
    else if (said !== undefined) wrong++;
    if (!hit && allowed.length > 0) missed++;
  }
  const precision = right + wrong === 0 ? 0 : right / (right + wrong);
  const recall = right + missed === 0 ? 0 : right / (right + missed);
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { f1: rounded(f1), precision: rounded(precision), recall: rounded(recall), right, wrong, missed };
}

const rounded = (ratio: number): number => Math.round(ratio * 10_000) / 10_000;

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
  readonly slowestMs: number;
  readonly totalMs: number;
};

async function predict(directory: string, truth: Answers): Promise<Read> {
  const predictions: Record<string, Prediction> = {};
  let [slowestMs, totalMs] = [0, 0];
  for (const [id, answer] of Object.entries(truth)) {
    const html = await readHtml(directory, id);
    const start = performance.now();
    const offer = offerOfPage({ url: valuesOf(answer.url)[0] ?? "", html });
    const took = performance.now() - start;
    [slowestMs, totalMs] = [Math.max(slowestMs, took), totalMs + took];
    const stock = STOCK[offer.availability];
    predictions[id] = {
      ...(offer.found ? { price: [offer.price.amount] } : {}),
      ...(stock === null ? {} : { availability: [stock] }),
      ...(offer.found && offer.price.currency !== null ? { currency: [offer.price.currency] } : {}),
    };
  }
  return { predictions, slowestMs: Math.round(slowestMs), totalMs: Math.round(totalMs) };
}

function report(name: string, truth: Answers, answers: Answers) {
  const ids = Object.keys(truth);
  const soldOut = ids.filter((id) => valuesOf(truth[id]?.availability).includes("OutOfStock"));
  const made = {
    price: figures(truth, answers, "price", ids),
    availability: figures(truth, answers, "availability", ids),
    out_of_stock: figures(truth, answers, "availability", soldOut),
  };
  for (const [field, row] of Object.entries(made)) {
    const cells = [row.f1, row.precision, row.recall].map((ratio) => ratio.toFixed(3).padStart(10));
    const counts = [row.right, row.wrong, row.missed].map((count) => String(count).padStart(7));
    console.log(`${name.padEnd(14)}${field.padEnd(14)}${cells.join("")}${counts.join("")}`);
  }
  return made;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { predictions: { type: "string" } },
    allowPositionals: true,
  });
  const [directory] = positionals;
  if (directory === undefined) throw new Error("Usage: npm run eval:extraction -- DIR [--predictions FILE]");
  const truth = await readAnswers(join(directory, "ground-truth.json"));
  const read = await predict(directory, truth);
  if (values.predictions !== undefined) {
    await writeFile(values.predictions, `${JSON.stringify(read.predictions, null, 1)}\n`);
  }
  console.log(
    `${"".padEnd(28)}${["F1", "precision", "recall"].map((text) => text.padStart(10)).join("")}  right  wrong missed`,
  );
  const ours = report("pricecheck", truth, read.predictions);
  const others = (await readdir(directory)).filter(
    (file) => file.endsWith(".json") && file !== "ground-truth.json",
  );
  const systems: Record<string, ReturnType<typeof report>> = {};
  for (const file of others.sort()) {
    const name = basename(file, ".json");
    systems[name] = report(name, truth, await readAnswers(join(directory, file)));
  }
  const pages = Object.keys(truth).length;
  const seconds = { slowest_page: read.slowestMs / 1000, all_pages: read.totalMs / 1000 };
  console.log(JSON.stringify({ pages, ...ours, seconds, systems }));
}

await main();
