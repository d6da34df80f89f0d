/**
 * Checks the product's margin calculation against known costs. `npm run eval:superstore -- FILE`: a CSV with sku,
 * list_price, unit_cost, currency and list_margin_pct; costs may have more decimals than the currency. The last
 * output line is all figures as JSON; exits with 1 if any differs.
 */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { formatMargin, marginRatio, profitPerUnit } from "@/server/domain/margin";
import { parseAmount } from "@/server/domain/money";
import { compileMarginFactors } from "@/server/domain/pricing/engine/compile";
import { divideHalfEven, formatRatio, parseRatio } from "@/server/domain/ratio";

const Row = z.object({
  sku: z.string(),
  list_price: z.string(),
  unit_cost: z.string(),
  currency: z.string(),
  list_margin_pct: z.string(),
});
type Row = z.infer<typeof Row>;

/** The file's prices include no VAT, and no fees are known. */
const FACTORS = compileMarginFactors(
  { includes_vat: false, vat_rate: "0", fee_rate: "0", fee_base: "gross" },
  "USD",
);

/**
 * Compares the margin at the exact cost with the file's margin, and the cost implied by price and margin, at a cost
 * in whole cents, with the file's cost to the cent.
 */
function compare(row: Row): { marginAgrees: boolean; costAgrees: boolean } {
  const price = parseAmount(row.list_price, row.currency);
  const exact = parseRatio(row.unit_cost);
  const hundredths = price * exact.den;
  const statedMargin = parseRatio(row.list_margin_pct);
  const margin = formatMargin(hundredths, exact.num * 100n, FACTORS);
  const cost = divideHalfEven(exact.num * 100n, exact.den);
  const ratio = marginRatio(price, cost, FACTORS);
  const left = divideHalfEven(price * (ratio.den - ratio.num), ratio.den);
  return {
    marginAgrees: margin === formatRatio(statedMargin.num, statedMargin.den * 100n),
    costAgrees: left === cost && price - profitPerUnit(price, cost, FACTORS) === cost,
  };
}

async function main(): Promise<number> {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error("Usage: npm run eval:superstore -- FILE");
  const rows: unknown = parse(await readFile(file, "utf8"), { columns: true, bom: true });
  const figures = { items: 0, margins_agree: 0, costs_agree_to_the_cent: 0, differ: 0 };
  for (const row of z.array(Row).parse(rows)) {
    const { marginAgrees, costAgrees } = compare(row);
    figures.items++;
    if (marginAgrees) figures.margins_agree++;
    if (costAgrees) figures.costs_agree_to_the_cent++;
    if (marginAgrees && costAgrees) continue;
    figures.differ++;
    console.log(`${row.sku}: price ${row.list_price}, cost ${row.unit_cost}, ${row.list_margin_pct} %`);
  }
  console.log(JSON.stringify(figures));
  return figures.differ === 0 && figures.items > 0 ? 0 : 1;
}

process.exitCode = await main();
