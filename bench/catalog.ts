/**
 * Measures how long a page of the catalog takes in a browser, from the key to the rows, at the beginning, in the middle
 * and at the end of all items, under each order and under filters on the market position, once every item's market is
 * settled. `npm run bench:catalog -- [items] [turns]`; the last output line is the figures as JSON, with the lists that
 * have too few items to be measured as `too_short`. Exits with 1 if a limit is exceeded.
 */
import { ITEM_SORTS, type ItemSort } from "@/server/domain/items/item-list";
import type { MarketPosition } from "@/server/domain/items/market-position";
import { withBrowserShop } from "./browser-shop";
import { type CatalogBench, catalogBench, PAGE_ROWS } from "./catalog/page";
import { cursorAt, itemsOf } from "./catalog/place";
import { percentile, printDistribution } from "./distribution";
import { settled } from "./settled";

const BARS = { turn_p95_ms: 200, dom_rows: 100 };
/** A member has 600 requests a minute; a turn is one of them. */
const [items = 100_000, turns = 10] = process.argv.slice(2).map(Number);

/** A list of the catalog: an order, with or without a filter. */
interface List {
  readonly sort: ItemSort;
  readonly position?: MarketPosition;
}

const LISTS: readonly List[] = [
  ...ITEM_SORTS.map((sort) => ({ sort })),
  { sort: "newest", position: "above" },
  { sort: "price", position: "below" },
  { sort: "price_index", position: "above" },
  { sort: "price_index", position: "at" },
  { sort: "newest", position: "unknown" },
];

const nameOf = ({ sort, position }: List): string => {
  if (position === undefined) return sort;
  return `${sort}, ${position === "unknown" ? "position unknown" : `${position} the market`}`;
};

interface Places {
  /** The number of items of a list. */
  size(list: List): Promise<number>;
  cursor(list: List, skip: number): Promise<string>;
}

/** Measures the turns behind a place of an order. */
async function turnsFrom(catalog: CatalogBench, address: string): Promise<number[]> {
  await catalog.open(address);
  const took: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) took.push(await catalog.turn());
  return took;
}

async function measure(catalog: CatalogBench, address: (query: string) => string, places: Places) {
  // Fills the caches of every process.
  await turnsFrom(catalog, address(""));
  const byPlace: Record<string, number[]> = { beginning: [], middle: [], end: [] };
  const p95ByList: Record<string, number> = {};
  const tooShort: string[] = [];
  for (const list of LISTS) {
    const size = await places.size(list);
    const name = nameOf(list);
    const last = size - (turns + 1) * PAGE_ROWS;
    if (last < 0) {
      tooShort.push(name);
      continue;
    }
    const ofList: number[] = [];
    for (const [place, skip] of Object.entries({ beginning: 0, middle: Math.floor(last / 2), end: last })) {
      const filter = list.position ? `&market=${list.position}` : "";
      const at = skip === 0 ? "" : `&skip=${skip}&at=${await places.cursor(list, skip)}`;
      const took = await turnsFrom(catalog, address(`?sort=${list.sort}${filter}${at}`));
      ofList.push(...took);
      byPlace[place]?.push(...took);
    }
    printDistribution(name, ofList);
    p95ByList[name] = Math.round(percentile(ofList, 0.95));
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
    p95_by_list: p95ByList,
    too_short: tooShort,
    dom_rows: await catalog.mostRows(),
  };
}

await withBrowserShop({ items, waiting: 1 }, async ({ shop, client, settledS, open }) => {
  // A fiftieth has no market, as items that nobody else sells.
  await client.query(
    "DELETE FROM current_offers WHERE workspace_id = $1 AND right(item_id, 2) IN ('13', '63')",
    [shop.id],
  );
  await settled(client);
  const places: Places = {
    cursor: (list, skip) => cursorAt(client, shop.id, list, skip),
    size: async ({ position }) => {
      const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n ${itemsOf(position)}`, [
        shop.id,
      ]);
      return rows[0]?.n ?? 0;
    },
  };
  const catalog = await catalogBench(await open(shop.owner));
  const figures = {
    ...(await measure(catalog, (query) => `${shop.page("/catalog")}${query}`, places)),
    settled_s: settledS,
  };
  const bars_missed = [
    ...Object.entries(figures.p95_by_place).filter(([, ms]) => ms >= BARS.turn_p95_ms),
    ...Object.entries(figures.p95_by_list).filter(([, ms]) => ms >= BARS.turn_p95_ms),
    ...(figures.dom_rows <= BARS.dom_rows ? [] : [["dom_rows"]]),
  ].map(([name]) => name);
  console.log(JSON.stringify({ ...figures, bars_missed }));
  process.exitCode = bars_missed.length > 0 ? 1 : 0;
});
