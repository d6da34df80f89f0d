import { NOW } from "@/eval/oracle/case";
import { type Draw, type Level, share } from "@/eval/oracle/draw";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { NEVER_READ, type Sale, type StoredWindow } from "@/server/domain/items/shop-window";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";

export const SELLERS = ["alpha.example", "bravo.example", "charlie.example", "delta.example", "echo.example"];
export const TAGS = ["camping", "sale", "summer"];
export const CATEGORIES = ["Mugs", "Plates"];
export const BRANDS = ["Alp", "Berg"];
export const SKUS = ["MUG-350", "MUG-500"];
const PACKS = ["1", "2", "500 g", "0.5 kg", "2 x 250 g"];

/** Draws an item whose figures lie around the usual price; some are unknown. */
export function drawItem(draw: Draw, level: Level): EngineItem {
  const price = draw.percent(2) ? null : share(level, draw.int(70, 130));
  const cost = draw.percent(3) ? null : share(level, draw.int(30, draw.pick([60, 75, 95, 120])));
  const some = (low: number, high: number) => (draw.percent(35) ? share(level, draw.int(low, high)) : null);
  return {
    id: "itm_1",
    sku: draw.pick(SKUS),
    currency: draw.percent(2) ? "USD" : level.currency,
    price,
    shopWindow: draw.percent(75) ? NEVER_READ : drawWindow(draw, level, price),
    cost,
    costUpdatedAtMs: draw.percent(1)
      ? null
      : NOW - draw.pick([1, 5, 30, 89, 90]) * DAY_MS - (draw.percent(2) ? 1 : 0),
    mapPrice: some(60, 110),
    minPrice: some(50, 100),
    maxPrice: some(100, 180),
    msrp: some(100, 160),
    packSize: draw.percent(25) ? draw.pick(PACKS) : null,
    dayPrice: draw.percent(30) ? null : share(level, draw.int(80, 120)),
    priceChangedAtMs: draw.percent(40) ? null : NOW - draw.int(0, 60) * HOUR_MS,
    stock: draw.percent(10) ? null : draw.pick([0, 0, 3, 12, 150]),
    tags: draw.percent(20) ? [] : draw.some(TAGS),
    category: draw.percent(10) ? null : draw.pick(CATEGORIES),
    brand: draw.percent(10) ? null : draw.pick(BRANDS),
    baselinePrice: price,
    baselineCost: cost,
  };
}

/** Draws what a store showed: a struck-through price, a sale that runs, is planned or over, or nothing of these. */
function drawWindow(draw: Draw, level: Level, price: bigint | null): StoredWindow {
  const sale = draw.percent(60) ? drawSale(draw, level) : null;
  return {
    shopperPrice: draw.percent(10) ? null : draw.pick([price, sale?.price ?? price]),
    compareAt: draw.percent(40) ? share(level, draw.int(80, 170)) : null,
    sale,
    readAtMs: draw.percent(80) ? NOW - HOUR_MS / 2 : draw.pick([null, NOW - 3 * HOUR_MS, NOW - 30 * HOUR_MS]),
    source: { integrationId: "int_1", kind: "sandbox", syncedAtMs: NOW - HOUR_MS },
  };
}

function drawSale(draw: Draw, level: Level): Sale {
  const at = (hours: number | null) => (hours === null ? null : new Date(NOW + hours * HOUR_MS));
  const [from, until] = draw.pick([
    [-1, 24],
    [-24, -1],
    [-24, 0],
    [null, -2],
    [0, null],
    [2, 24],
    [null, null],
  ] as const);
  return { price: share(level, draw.int(50, 115)), from: at(from), until: at(until) };
}

/** Draws the prices of some sellers: most of now and near the usual price, some old, far away or not comparable. */
export function drawMarket(draw: Draw, level: Level): EngineObservation[] {
  const step = draw.pick([1, 5, 10]);
  const rare = draw.pick([0, 0, 0, 5, 20]);
  return Array.from({ length: draw.pick([0, 1, 2, 3, 4, 4, 5, 6, 8]) }, (_, index) => {
    const name = draw.pick(SELLERS);
    const far = draw.percent(rare) ? draw.pick([20n, 30n, 300n, 450n]) : 100n;
    return {
      id: `obs_${index}`,
      seller: draw.percent(8) ? name.toUpperCase() : name,
      price: draw.percent(1) ? 0n : (share(level, draw.int(60 / step, 150 / step) * step) * far) / 100n,
      currency: draw.percent(rare) ? "USD" : level.currency,
      inStock: draw.percent(rare + 5) ? false : draw.percent(10) ? null : true,
      observedAtMs: observedAt(draw, rare),
      url: null,
      packSize: draw.percent(rare) ? draw.pick(PACKS) : null,
      shipping: draw.percent(25) ? null : draw.pick([0n, 0n, share(level, draw.int(1, 40))]),
    };
  });
}

function observedAt(draw: Draw, rare: number): number {
  if (draw.percent(2)) return NOW + draw.pick([1, DAY_MS, DAY_MS + 1]);
  const days = draw.percent(rare * 2) ? draw.pick([14, 15, 20, 30, 40]) : draw.int(0, 13);
  return NOW - days * DAY_MS - (draw.percent(5) ? 1 : 0);
}
