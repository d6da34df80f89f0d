/**
 * Measures how long a page of the catalog takes in a browser, from the key to the rows, at the beginning, in the middle
 * and at the end of all items, under each order. `npm run bench:catalog -- [items] [turns]`; the last output line is the
 * figures as JSON. Exits with 1 if a limit is exceeded.
 */
import { ITEM_SORTS, type ItemSort } from "@/server/domain/items/item-list";
import { withBrowserShop } from "./browser-shop";
import { type CatalogBench, catalogBench } from "./catalog/page";
import { cursorAt } from "./catalog/place";
import { percentile, printDistribution } from "./distribution";

const BARS = { turn_p95_ms: 200, dom_rows: 100 };
const PAGE_ROWS = 100;
/** A member has 600 requests a minute; a turn is one of them. */
const [items = 100_000, turns = 10] = process.argv.slice(2).map(Number);

type Cursor = (sort: ItemSort, skip: number) => Promise<string>;

/** Measures the turns behind a place of an order. */
async function turnsFrom(catalog: CatalogBench, address: string): Promise<number[]> {
  await catalog.open(address);
  const took: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) took.push(await catalog.turn());
  return took;
}

async function measure(catalog: CatalogBench, address: (query: string) => string, cursorAt: Cursor) {
  // Fills the caches of every process.
  await turnsFrom(catalog, address(""));
  const places = { beginning: 0, middle: Math.floor(items / 2), end: items - (turns + 1) * PAGE_ROWS };
  const byPlace: Record<string, number[]> = { beginning: [], middle: [], end: [] };
  const p95BySort: Record<string, number> = {};
  for (const sort of ITEM_SORTS) {
    const ofSort: number[] = [];
    for (const [place, skip] of Object.entries(places)) {
      const at = skip === 0 ? "" : `&skip=${skip}&at=${await cursorAt(sort, skip)}`;
      const took = await turnsFrom(catalog, address(`?sort=${sort}${at}`));
      ofSort.push(...took);
      byPlace[place]?.push(...took);
    }
    printDistribution(sort, ofSort);
    p95BySort[sort] = Math.round(percentile(ofSort, 0.95));
  }
  for (const [place, took] of Object.entries(byPlace)) printDistribution(place, took);
  const all = Object.values(byPlace).flat();
  printDistribution("all", all);
  const p = (share: number) => (took: readonly number[]) => Math.round(percentile(took, share));
  const each = (share: number) =>
    Object.fromEntries(Object.entries(byPlace).map(([place, took]) => [place, p(share)(took)]));
  return {
    items,
    turns: all.length,
    turn_p50_ms: p(0.5)(all),
    turn_p95_ms: p(0.95)(all),
    p50_by_place: each(0.5),
    p95_by_place: each(0.95),
    p95_by_sort: p95BySort,
    dom_rows: await catalog.mostRows(),
  };
}

await withBrowserShop({ items, waiting: 1 }, async ({ shop, client, open }) => {
  const itemCursor: Cursor = (sort, skip) => cursorAt(client, shop.id, sort, skip);
  const catalog = await catalogBench(await open(shop.owner));
  const figures = await measure(catalog, (query) => `${shop.page("/catalog")}${query}`, itemCursor);
  const bars_missed = [
    ...Object.entries(figures.p95_by_place).filter(([, ms]) => ms >= BARS.turn_p95_ms),
    ...Object.entries(figures.p95_by_sort).filter(([, ms]) => ms >= BARS.turn_p95_ms),
    ...(figures.dom_rows <= BARS.dom_rows ? [] : [["dom_rows"]]),
  ].map(([name]) => name);
  console.log(JSON.stringify({ ...figures, bars_missed }));
  process.exitCode = bars_missed.length > 0 ? 1 : 0;
});
