import { z } from "zod";
import { invalidResponse } from "@/server/stores/http";
import type { Query } from "@/server/stores/woocommerce/oauth";
import { callWoo, type WooConnection } from "@/server/stores/woocommerce/rest";

/** WooCommerce refuses larger pages. */
const MAX_ROWS = 100;
/** One row of each page is the last one of the page before. */
export const MAX_TAKEN = MAX_ROWS - 1;

/** A position in a list that is ordered by id: the number of rows passed, and the greatest id among them. */
export const positionShape = z.object({ passed: z.number().int().min(0), last: z.number().int().min(0) });
export type Position = z.output<typeof positionShape>;
export const START: Position = { passed: 0, last: 0 };

/** The rows after a position; `end` is the position behind them, and `isLast` whether the list ends there. */
export interface Rows<T> {
  readonly rows: readonly T[];
  readonly end: Position;
  readonly isLast: boolean;
  /** The length of the list; null if the shop does not tell. */
  readonly total: number | null;
  /** The shop's time when it answered, by its Date header; null if there is none. */
  readonly answeredAt: Date | null;
}

/**
 * Returns the rows of a list that follow a position. The shop pages by offset only, so each page also requests the row
 * before it. If that row's id is greater than the position's, rows were deleted, and the page is looked for further up.
 * @param list the list's path and filter
 * @throws StoreError
 */
export async function rowsAfter<T extends { readonly id: number }>(
  connection: WooConnection,
  list: { readonly path: string; readonly query: Query },
  from: Position,
  take: number,
  shape: z.ZodType<T>,
): Promise<Rows<T>> {
  const wanted = Math.min(take, MAX_TAKEN);
  for (let back = 1; ; back = back * 2 + wanted) {
    const start = Math.max(0, from.passed - back);
    const perPage = Math.min(wanted + from.passed - start, MAX_ROWS);
    const paging = { per_page: String(perPage), offset: String(start), orderby: "id", order: "asc" };
    const query = { ...list.query, ...paging };
    const call = { method: "GET", path: list.path, query, access: "read" } as const;
    const { data, headers } = await callWoo(connection, call, z.array(shape));
    const [first] = data;
    if (start > 0 && (first === undefined || first.id > from.last)) continue;
    const seen = data.findIndex(({ id }) => id > from.last);
    const rows = seen === -1 ? [] : data.slice(seen, seen + wanted);
    const passed = start + (seen === -1 ? data.length : seen + rows.length);
    const total = Number(headers["x-wp-total"] ?? Number.NaN);
    // Treated as the end, this page would make every following product look deleted.
    if (first === undefined && total > passed)
      throw invalidResponse(call, `The shop reports ${total} products and lists none of them.`);
    return {
      rows,
      end: { passed, last: rows.at(-1)?.id ?? from.last },
      isLast: Number.isInteger(total) ? passed >= total : data.length < perPage,
      total: Number.isInteger(total) ? total : null,
      answeredAt: timeOf(headers["date"]),
    };
  }
}

function timeOf(header: string | readonly string[] | undefined): Date | null {
  const ms = typeof header === "string" ? Date.parse(header) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms);
}
