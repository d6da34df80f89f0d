import type { Case } from "@/eval/oracle/case";
import { amountText, type Draw, defined, type Level, maybe } from "@/eval/oracle/draw";
import { BRANDS, CATEGORIES, drawItem, drawMarket, SKUS, TAGS } from "@/eval/oracle/draw-item";
import { drawBand, drawConstraints, drawRules } from "@/eval/oracle/draw-rules";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";

/** Usual prices in minor units, and how prices may end, of currencies with two, no and three decimals. */
const MONEY = [
  { currency: "EUR", low: 300n, high: 4_500n, endings: [".99", ".49", ".00", "9.00", ".50", "5.99"] },
  { currency: "EUR", low: 300n, high: 4_500n, endings: [".99", ".95", ".90"] },
  { currency: "EUR", low: 1_000n, high: 3_000n, endings: [".99", ".49"] },
  { currency: "JPY", low: 150n, high: 4_000n, endings: ["0", "8", "80", "00"] },
  { currency: "KWD", low: 400n, high: 4_000n, endings: [".990", ".500", ".750"] },
] as const;

/** Draws a policy that can be read, an item and its observations. */
export function drawCase(draw: Draw): Case {
  const money = draw.pick(MONEY);
  const level: Level = { currency: money.currency, usual: draw.minor(money.low, money.high) };
  const item = drawItem(draw, level);
  const observations = drawMarket(draw, level);
  for (;;) {
    const read = readPolicyDocument(drawPolicy(draw, level, item, money.endings));
    if (read.ok) return { document: read.document, item, observations };
  }
}

function drawPolicy(draw: Draw, level: Level, item: EngineItem, endings: readonly string[]): unknown {
  return defined({
    version: 1,
    currency: level.currency,
    pricing: maybe(draw, 50, () => drawPricing(draw, level)),
    defaults: maybe(draw, 90, () => drawRules(draw, level, 80, endings)),
    scopes: Array.from({ length: draw.int(0, 6) }, (_, index) => ({
      name: `Scope ${index + 1}`,
      match: drawMatch(draw, level, item),
      ...defined({ priority: maybe(draw, 40, () => draw.int(-2, 2)) }),
      ...drawRules(draw, level, 45, endings),
    })),
    limits: maybe(draw, 50, () =>
      Array.from({ length: draw.int(1, 4) }, (_, index) => ({
        name: `Limit ${index + 1}`,
        match: draw.percent(40) ? {} : drawMatch(draw, level, item),
        constraints: drawConstraints(draw, level, 15),
      })),
    ),
  });
}

function drawPricing(draw: Draw, level: Level): Record<string, unknown> {
  return defined({
    includes_vat: maybe(draw, 70, () => draw.percent(70)),
    vat_rate: maybe(draw, 70, () => draw.pick(["0.19", "0.2", "0.07", "0.055"])),
    fee_rate: maybe(draw, 40, () => draw.pick(["0.05", "0.1", "0.153"])),
    fee_base: maybe(draw, 40, () => draw.pick(["gross", "net"])),
    fee_fixed: maybe(draw, 20, () => amountText(draw, level, 1, 5)),
    payment_rate: maybe(draw, 30, () => draw.pick(["0.029", "0.014"])),
    payment_fixed: maybe(draw, 20, () => amountText(draw, level, 1, 3)),
    shipping_cost: maybe(draw, 20, () => amountText(draw, level, 1, 10)),
  });
}

/** Draws a match that the item often meets. */
function drawMatch(draw: Draw, level: Level, item: EngineItem): Record<string, unknown> {
  const match = drawConditions(draw, level, item);
  const except = maybe(draw, 20, () => drawConditions(draw, level, item));
  return defined({ ...match, except });
}

function drawConditions(draw: Draw, level: Level, item: EngineItem): Record<string, unknown> {
  const of = (own: string | null, all: readonly string[]) =>
    own !== null && draw.percent(70) ? [own] : draw.some(all);
  const conditions = [
    { skus: of(item.sku, SKUS) },
    { tags: draw.some(TAGS) },
    { all_tags: item.tags.length > 0 && draw.percent(70) ? draw.some(item.tags) : draw.some(TAGS) },
    { categories: of(item.category, CATEGORIES) },
    { brands: of(item.brand, BRANDS) },
    drawBand(draw, level),
    drawBand(draw, level),
    draw.pick([{ stock_from: 1 }, { stock_to: 5 }, { stock_from: 5, stock_to: 100 }, { stock_to: 1 }]),
  ];
  return Object.assign({}, ...draw.some(conditions).slice(0, 3)) as Record<string, unknown>;
}
