import type { ObservationRow } from "../imports/csv/observation-format";
import { SAMPLE_ITEMS, type SampleItem } from "./catalog";
import { isCalm, SELLERS } from "./market";
import { LAST_MARKET_DAY, RUN_DAYS } from "./past-days";

/**
 * What happened to an item's price in the past. The last three ended as they had begun, so that the item is today what
 * it is without a past.
 * - `raised`: it was too cheap from the beginning, and was raised in its turn.
 * - `followed`: the sellers became cheaper, and so did we.
 * - `passed on`: its cost rose, the sellers became dearer, and so did we.
 * - `tried`: the sellers moved for a while; we followed and took it back.
 * - `rejected`, `dismissed`: they moved for a while, and we did not follow.
 */
export type PastKind = "raised" | "followed" | "passed on" | "tried" | "rejected" | "dismissed";

/** A move of an item's price or market, and the run that is the first to see it. */
export interface PastMove {
  readonly kind: PastKind;
  /** The place in `RUN_DAYS` of the run at which the market moves. */
  readonly moves: number;
  /** The place of the run after which people decide. */
  readonly decided: number;
  /** How many moves of its kind came before, by which their decisions differ. */
  readonly nth: number;
}

/** An item in the past; amounts are minor units, as in `SampleItem`. */
export interface PastItem {
  readonly item: SampleItem;
  readonly index: number;
  /** What it was sold for when the shop began. */
  readonly opening: bigint;
  /** What it cost until `costMoves`. */
  readonly firstCost: bigint | null;
  /**
   * The place in `RUN_DAYS` of the run before which its cost became what it is today; null where it always was that.
   */
  readonly costMoves: number | null;
  /** Null for an item of which nothing was decided. */
  readonly move: PastMove | null;
}

/** Which of so many calm items in a row had a move. */
const IN_A_ROW = 18;
const KINDS: Readonly<Record<number, PastKind>> = {
  0: "raised",
  2: "followed",
  5: "raised",
  7: "tried",
  9: "dismissed",
  11: "raised",
  13: "rejected",
  16: "passed on",
};
/** For how many runs a move that does not last is there. */
const FOR_A_WHILE = 3;
/** The runs at which the sellers moved: before the last ones that see a market of their own. */
const MOVES = [3, 13, 7, 12, 10, 5];
/** How far off the price was, or the sellers went, as a percentage; less than what the breaker of runs holds. */
const DEPTHS: Readonly<Record<PastKind, readonly number[]>> = {
  raised: [92, 94, 93, 95],
  followed: [107, 108, 106],
  "passed on": [96, 95],
  tried: [95, 105, 94],
  rejected: [96, 104],
  dismissed: [104, 95],
};
/** Suppliers that changed their lists: what it cost before, as a percentage of today's, and before which run. */
const LISTS: Readonly<Record<string, { readonly before: number; readonly moves: number }>> = {
  Steinweg: { before: 95, moves: 7 },
  Norrvik: { before: 104, moves: 14 },
  Wollwerk: { before: 97, moves: 10 },
};
/** Of these the cost is a part of today's story. */
const COST_STORIES: readonly SampleItem["story"][] = [
  "cost unknown",
  "cost stale",
  "below cost",
  "cost risen",
  "floor binds",
];

/** The nearest price that ends in 99, as the shop's do. */
const nearEnding = (price: bigint): bigint => ((price + 51n) / 100n) * 100n - 1n;

/** Returns that percentage of a price as a price of the shop, which is another one in any case. */
function atPercent(price: bigint, percent: number): bigint {
  const near = nearEnding((price * BigInt(percent)) / 100n);
  return near !== price ? near : percent < 100 ? price - 100n : price + 100n;
}

/** Returns an entry of a list that begins again after its end. */
function entryOf<T>(list: readonly T[], n: number): T {
  const entry = list[n % list.length];
  if (entry === undefined) throw new Error("an empty list has no entry");
  return entry;
}

/** The items that the shop had in the past, in the catalog's order: all but those that joined it lately. */
export const PAST_ITEMS: readonly PastItem[] = pastItems();

function pastItems(): PastItem[] {
  const counts = new Map<PastKind, number>();
  const calm = SAMPLE_ITEMS.filter(isCalm);
  const raised = calm.filter((_, n) => KINDS[n % IN_A_ROW] === "raised").length;
  return SAMPLE_ITEMS.flatMap((item, index) => {
    if (item.story === "cost unknown") return [];
    const n = calm.indexOf(item);
    const kind = KINDS[n % IN_A_ROW];
    if (kind === undefined) return [pastItem(item, index, null)];
    const nth = counts.get(kind) ?? 0;
    counts.set(kind, nth + 1);
    if (kind !== "raised") {
      const moves = entryOf(MOVES, nth);
      return [pastItem(item, index, { kind, nth, moves, decided: moves + 1 })];
    }
    // They are taken in turn, over all the runs but the last.
    const decided = Math.floor((nth * (RUN_DAYS.length - 1)) / raised);
    return [pastItem(item, index, { kind, nth, moves: 0, decided })];
  });
}

function pastItem(item: SampleItem, index: number, move: PastMove | null): PastItem {
  const percent = move === null ? 100 : entryOf(DEPTHS[move.kind], move.nth);
  const isLasting = move !== null && !isForAWhile(move);
  const opening = isLasting ? atPercent(item.price, percent) : item.price;
  return { item, index, opening, move, ...pastCost(item, move) };
}

function isForAWhile({ kind }: PastMove): boolean {
  return kind === "tried" || kind === "rejected" || kind === "dismissed";
}

function pastCost(item: SampleItem, move: PastMove | null): Pick<PastItem, "firstCost" | "costMoves"> {
  const { cost } = item;
  const list = LISTS[item.brand];
  if (cost === null || COST_STORIES.includes(item.story)) return { firstCost: cost, costMoves: null };
  if (move?.kind === "passed on") return { firstCost: (cost * 88n) / 100n, costMoves: move.moves };
  if (list === undefined) return { firstCost: cost, costMoves: null };
  return { firstCost: (cost * BigInt(list.before)) / 100n, costMoves: list.moves };
}

/** Returns the middle of what the sellers asked for an item by the run of that place, in minor units. */
function marketAt({ item, opening, move }: PastItem, run: number): bigint {
  if (move === null || move.kind === "raised") return item.price;
  if (!isForAWhile(move)) return run < move.moves ? opening : item.price;
  const away = run >= move.moves && run < move.moves + FOR_A_WHILE;
  return away ? atPercent(item.price, entryOf(DEPTHS[move.kind], move.nth)) : item.price;
}

/**
 * Returns whether a look at the market sees an item: half of the catalog each time, and all of it at the first and the
 * last. What is hardly observed today is seen no more after `LAST_MARKET_DAY`.
 */
export function isSeen(
  { item, index }: PastItem,
  look: { readonly day: number; readonly run: number },
): boolean {
  const fades = item.story === "hardly observed";
  if (look.day <= LAST_MARKET_DAY) return !fades;
  if (look.day === LAST_MARKET_DAY + 2) return fades;
  return look.run === 0 || (index + look.run) % 2 === 0;
}

/**
 * Returns what a look at the market saw of an item. The sellers stand evenly around their middle, closer together or
 * farther apart from one look to the next, and never so far that the cheapest undercuts us by more than a run ignores.
 * @param run the place in `RUN_DAYS` of the run that uses it first
 * @param seenAtMs when the first of the pages was seen, milliseconds since 1970
 */
export function seenOf(past: PastItem, run: number, seenAtMs: number): ObservationRow[] {
  const { item, index } = past;
  const sellers = SELLERS.slice(0, 3 + (index % 3));
  const middle = marketAt(past, run);
  const apart = 1 + ((index + run) % 3);
  return sellers.map((seller, s) => ({
    sku: item.sku,
    seller,
    price: (middle * BigInt(400 + (2 * s - (sellers.length - 1)) * apart)) / 400n,
    currency: "EUR",
    inStock: true,
    packSize: null,
    shipping: null,
    observedAtMs: seenAtMs + (index % 50) * 60_000,
    url: `https://${seller}/p/${item.sku.toLowerCase()}`,
  }));
}
