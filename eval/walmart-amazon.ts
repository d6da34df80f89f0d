/**
 * Checks whether the gates reject prices of matched products that cannot be the same product or pack. `npm run
 * eval:walmart-amazon -- FILE`: a CSV of matches with left_id, left_title, left_price, right_id and right_price in
 * dollars. The left shop is ours, the right one its only competitor; the file has no costs, so half of our price is
 * used. The last output line is all figures as JSON.
 */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { NEVER_READ } from "@/server/domain/items/shop-window";
import { parseAmount } from "@/server/domain/money";
import { compilePolicy } from "@/server/domain/pricing/engine/compile";
import { decide } from "@/server/domain/pricing/engine/engine";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import type { EvidenceObservation, Outcome } from "@/server/domain/pricing/outcome";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";

const CURRENCY = "USD";
const NOW = Date.UTC(2026, 0, 1);

const Match = z.object({
  left_id: z.string(),
  left_title: z.string(),
  left_price: z.string(),
  right_id: z.string(),
  right_price: z.string(),
});
type Match = z.infer<typeof Match>;

const standard = DEFAULT_POLICY(CURRENCY);
const policy = compilePolicy({
  ...standard,
  defaults: { ...standard.defaults, gates: { ...standard.defaults.gates, min_observations: 1 } },
});

const itemOf = (match: Match, price: bigint): EngineItem => ({
  id: match.left_id,
  sku: match.left_id,
  currency: CURRENCY,
  price,
  shopWindow: NEVER_READ,
  cost: price / 2n,
  costUpdatedAtMs: NOW,
  mapPrice: null,
  minPrice: null,
  maxPrice: null,
  msrp: null,
  packSize: null,
  dayPrice: price,
  priceChangedAtMs: null,
  stock: null,
  tags: [],
  category: null,
  brand: null,
  baselinePrice: price,
  baselineCost: price / 2n,
});

/** Evaluates a match with the engine; returns the outcome, and its one observation as evaluated by the gates. */
function evaluateMatch(match: Match): { outcome: Outcome; seen: EvidenceObservation; over3x: boolean } {
  const [own, theirs] = [parseAmount(match.left_price, CURRENCY), parseAmount(match.right_price, CURRENCY)];
  const observation = {
    id: match.right_id,
    seller: "amazon",
    price: theirs,
    currency: CURRENCY,
    inStock: null,
    observedAtMs: NOW,
    url: null,
    packSize: null,
    shipping: null,
  };
  const outcome = decide(itemOf(match, own), [observation], policy, NOW);
  const [seen] = outcome.evidence.observations;
  if (seen === undefined)
    throw new Error(`The observation of ${match.left_id} is missing from its evidence.`);
  return { outcome, seen, over3x: own > 3n * theirs || theirs > 3n * own };
}

async function main(): Promise<number> {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error("Usage: npm run eval:walmart-amazon -- FILE");
  const rows: unknown = parse(await readFile(file, "utf8"), { columns: true, bom: true });
  const matches = z.array(Match).parse(rows);
  const figures = {
    matches: matches.length,
    refused: 0,
    refused_over_3x: 0,
    missed_over_3x: 0,
    refused_within_3x: 0,
    reviews: 0,
    price_changes: 0,
    price_changes_from_refused: 0,
  };
  for (const match of matches) {
    const { outcome, seen, over3x } = evaluateMatch(match);
    const kind = outcome.kind === "recommendation" ? outcome.recommendation.kind : null;
    if (!seen.used) {
      figures.refused++;
      if (over3x) figures.refused_over_3x++;
      else figures.refused_within_3x++;
      console.log(`${match.left_price} / ${match.right_price}  ${match.left_title}: ${seen.note}`);
    } else if (over3x) figures.missed_over_3x++;
    if (kind === "market_review") figures.reviews++;
    if (kind === "price_change") figures.price_changes++;
    if (kind === "price_change" && !seen.used) figures.price_changes_from_refused++;
  }
  console.log(JSON.stringify(figures));
  const { missed_over_3x, refused_within_3x, price_changes_from_refused } = figures;
  return missed_over_3x + refused_within_3x + price_changes_from_refused === 0 ? 0 : 1;
}

process.exitCode = await main();
