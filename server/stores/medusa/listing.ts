import { z } from "zod";
import { connectionKey, type Kept } from "@/server/stores/cache";
import { decodeCursor, encodeCursor } from "@/server/stores/cursor";
import { invalidResponse } from "@/server/stores/http";
import type { MedusaConnection, Query } from "@/server/stores/medusa/admin-api";
import {
  type ListPrices,
  readListPrices,
  readPriceLists,
  variantsOfList,
} from "@/server/stores/medusa/price-lists";
import { askAdmin } from "@/server/stores/medusa/session";
import { cachedShop } from "@/server/stores/medusa/shop";
import { LISTED_FIELDS, type ListedVariant, listedShape, toVariant } from "@/server/stores/medusa/variants";
import type { ListRequest, Page, StoreVariant } from "@/server/stores/port";

/** The server sets no limit of its own, and a page of several hundred takes it seconds. */
const MAX_PAGE = 200;
/** The variants asked for by their ids at once; more would make the address too long. */
const MAX_IDS = 100;
/** The rows of a page that the next one begins with. */
const OVERLAP = 5;
/** The price lists are read again after this time of a long listing. */
const LISTS_MAX_AGE_MS = 300_000;

const path = "/admin/product-variants";
const listShape = z.object({ variants: z.array(listedShape), count: z.coerce.number().int() });

/**
 * `rows`: the number of variants passed, and the last ids among them. `changedLists`: the variants of changed price
 * lists up to an id.
 */
const cursorShape = z.object({
  listing: z.string(),
  at: z.union([
    z.object({ passed: z.number().int().min(0), last: z.array(z.string()) }),
    z.object({ changedLists: z.string() }),
  ]),
});
type Cursor = z.output<typeof cursorShape>;
type RowsPosition = Extract<Cursor["at"], { passed: number }>;
const START: RowsPosition = { passed: 0, last: [] };

/** What a listing has read of the price lists; each begins with reading them. */
interface Lists {
  readonly prices: ListPrices;
  /** The variants with a price in a list that changed since the listing's time, in order. */
  readonly changed: readonly string[];
}
/** Of few listings, because a shop may have very many prices in its lists. */
const LISTS: Kept<Lists> = { kind: "medusa", name: "lists", most: 8 };

/**
 * Returns one page of variants in the order of their ids. A change of a price list moves no date of a variant, so a
 * listing of changes is followed by the variants of the lists that changed, some of them for the second time.
 * @throws StoreError
 */
export async function listMedusaVariants(
  connection: MedusaConnection,
  { cursor, updatedSince, pageSize }: ListRequest,
): Promise<Page<StoreVariant>> {
  const { currency } = await cachedShop(connection);
  const { listing, at }: Cursor =
    cursor === null ? { listing: crypto.randomUUID(), at: START } : decodeCursor(cursor, cursorShape);
  const lists = await listsOf(connection, listing, currency, updatedSince);
  const size = Math.min(Math.max(pageSize, 1), MAX_PAGE);
  const { rows, next, total } =
    "passed" in at
      ? await rowsAfter(connection, at, size, updatedSince)
      : await variantsOfChangedLists(connection, lists, at.changedLists, size);
  const following = next ?? ("passed" in at && lists.changed.length > 0 ? { changedLists: "" } : null);
  const { costKey } = connection.medusa;
  const nowMs = connection.now();
  return {
    data: rows.map((row) => toVariant(row, lists.prices.get(row.id) ?? [], { currency, costKey, nowMs })),
    nextCursor: following && encodeCursor({ listing, at: following } satisfies Cursor),
    total,
  };
}

async function listsOf(
  connection: MedusaConnection,
  listing: string,
  currency: string,
  since: Date | null,
): Promise<Lists> {
  const { cache, now } = connection;
  const key = `${connectionKey(connection)} ${listing}`;
  const known = cache.get(LISTS, key);
  if (known) return known;
  const lists = {
    prices: await readListPrices(connection, currency, null),
    changed: since === null ? [] : await changedVariants(connection, since),
  };
  cache.set(LISTS, key, lists, now() + LISTS_MAX_AGE_MS);
  return lists;
}

/** Returns the variants of the lists that were edited, began or ended since a time, in order. */
async function changedVariants(connection: MedusaConnection, since: Date): Promise<string[]> {
  const happened = (time: Date | null | undefined) =>
    !!time && time >= since && time.getTime() <= connection.now();
  const lists = (await readPriceLists(connection, {})).filter(
    ({ updated_at, starts_at, ends_at }) => updated_at >= since || happened(starts_at) || happened(ends_at),
  );
  const variants = new Set<string>();
  for (const { id } of lists) for (const each of await variantsOfList(connection, id)) variants.add(each);
  return [...variants].sort();
}

interface Rows {
  readonly rows: readonly ListedVariant[];
  readonly next: Cursor["at"] | null;
  readonly total: number | null;
}

/**
 * Returns the rows that follow a position. The server pages by offset only, so each page begins with the last rows of
 * the one before. If none of them is there, rows were deleted and the page is looked for further up: variants may then
 * be listed twice, but none is left out.
 */
async function rowsAfter(
  connection: MedusaConnection,
  { passed, last }: RowsPosition,
  size: number,
  since: Date | null,
): Promise<Rows> {
  const filter: Query = since === null ? {} : { "updated_at[$gte]": since.toISOString() };
  for (let start = passed - last.length; ; start = Math.max(0, start - size)) {
    const paging = { limit: String(size + last.length), offset: String(start), order: "id" };
    const { variants, count } = await fetchRows(connection, { ...filter, ...paging });
    const anchor = variants.findLastIndex(({ id }) => last.includes(id));
    if (anchor === -1 && start > 0) continue;
    const rows = variants.slice(anchor + 1, anchor + 1 + size);
    const end = start + anchor + 1 + rows.length;
    // Treated as the end, this page would make every following variant look deleted.
    if (variants.length === 0 && count > start)
      throw invalidResponse({ access: "read" }, `The shop reports ${count} variants and lists none of them.`);
    const ids = [...last, ...rows.map(({ id }) => id)].slice(-OVERLAP);
    return {
      rows,
      next: end < count ? { passed: end, last: ids } : null,
      total: since === null ? count : null,
    };
  }
}

async function variantsOfChangedLists(
  connection: MedusaConnection,
  { changed }: Lists,
  after: string,
  size: number,
): Promise<Rows> {
  const from = changed.filter((id) => id > after);
  const ids = from.slice(0, Math.min(size, MAX_IDS));
  const last = ids.at(-1);
  if (last === undefined) return { rows: [], next: null, total: null };
  const { variants } = await fetchRows(connection, { id: ids, limit: String(ids.length), order: "id" });
  return { rows: variants, next: from.length > ids.length ? { changedLists: last } : null, total: null };
}

const fetchRows = (connection: MedusaConnection, query: Query) =>
  askAdmin(
    connection,
    { method: "GET", path, query: { fields: LISTED_FIELDS, ...query }, access: "read" },
    listShape,
  );
