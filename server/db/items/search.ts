import type { StoreState } from "@/server/domain/items/item-state";
import { likePattern } from "../database/bind";
import { queryInKeyOrder, type Tx } from "../database/transaction";

/** An item as a search shows it. */
export interface FoundItem {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly archivedAt: Date | null;
  readonly storeState: StoreState | null;
}

/** The items that a search found; `complete` tells that no item was left out of it. */
export interface FoundItems {
  readonly items: readonly FoundItem[];
  readonly complete: boolean;
}

/** How far a search goes: how many items it returns, and until when it begins with another part of the catalog. */
export interface SearchBounds {
  readonly most: number;
  /** By `performance.now()`. */
  readonly untilMs: number;
}

type Row = FoundItem & { readonly [column: string]: unknown };

const COLUMNS = `id, sku, title, archived_at AS "archivedAt", store_state AS "storeState"`;
/** So many rows are read at a time, in about ten milliseconds. */
const PART = 5_000;
/** Sorts behind every other character, in the order of bytes and in that of Unicode. */
const LAST = "\uffff";

/**
 * Finds items by their sku or title: first what begins with the text, by index; then what contains all of its words,
 * newest first, part by part of the catalog until there are enough or the time is over. The newest part is read in any
 * case: a machine that is busy finds less, but never nothing of what came last.
 */
export async function searchItems(tx: Tx, text: string, bounds: SearchBounds): Promise<FoundItems> {
  const found = new Map<string, FoundItem>(
    (await beginningWith(tx, text, bounds.most)).map((item) => [item.id, item]),
  );
  const words = text.toLowerCase().split(/\s+/).map(likePattern);
  let before: string | null = LAST;
  while (before !== null && found.size < bounds.most) {
    const part: Part = await partContaining(tx, words, before, bounds.most);
    for (const item of part.items) found.set(item.id, found.get(item.id) ?? item);
    before = part.last;
    if (performance.now() >= bounds.untilMs) break;
  }
  return { items: [...found.values()].slice(0, bounds.most), complete: before === null };
}

async function beginningWith(tx: Tx, text: string, most: number): Promise<Row[]> {
  const range = (column: string, at: number, whole = `starts_with(${column}, $${at})`): string =>
    `(SELECT ${COLUMNS} FROM catalog_items WHERE workspace_id = $1 AND ${column} >= $${at}
       AND ${column} <= $${at} || '${LAST}' AND ${whole} ORDER BY workspace_id, ${column} LIMIT $6)`;
  // The key of a title is its beginning: a longer text is compared with the title itself.
  const title = range("title_key", 4, "starts_with(title_key, $4) AND starts_with(lower(title), $5)");
  const lower = text.toLowerCase();
  return queryInKeyOrder<Row>(tx, `${range("sku", 2)} UNION ALL ${range("sku", 3)} UNION ALL ${title}`, [
    tx.tenant.workspaceId,
    text,
    text.toUpperCase(),
    [...lower].slice(0, 64).join(""),
    lower,
    most,
  ]);
}

interface Part {
  readonly items: readonly FoundItem[];
  /** The part's last id; null if the catalog ends with it. */
  readonly last: string | null;
}

async function partContaining(tx: Tx, words: readonly string[], before: string, most: number): Promise<Part> {
  const rows = await queryInKeyOrder<{ last: string | null; read: number } & Partial<Row>>(
    tx,
    `WITH part AS MATERIALIZED (
       SELECT ${COLUMNS} FROM catalog_items WHERE workspace_id = $1 AND id < $2
       ORDER BY workspace_id DESC, id DESC LIMIT ${PART}
     )
     SELECT bound.*, m.* FROM (SELECT min(id) AS last, count(*)::int AS read FROM part) bound LEFT JOIN
       (SELECT * FROM part WHERE lower(sku || ' ' || title) LIKE ALL ($3::text[]) LIMIT $4) m ON true`,
    [tx.tenant.workspaceId, before, words, most],
  );
  const [first] = rows;
  return {
    items: rows.filter((row): row is typeof row & Row => typeof row.id === "string"),
    last: first && first.read === PART ? first.last : null,
  };
}
