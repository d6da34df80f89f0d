import { NOW } from "@/eval/oracle/case";
import type { StoredWindow } from "@/server/domain/items/shop-window";

/** Whether a sale began or ended since the store was read, or the store did not say what it charges then. */
export function isUnread({ sale, readAtMs, shopperPrice }: StoredWindow): boolean {
  const edge = lastEdge(sale);
  return edge !== null && (shopperPrice === null || readAtMs === null || readAtMs < edge.atMs);
}

/** The sale price that a store still charges after the sale's end; null where it charges none such. */
export function stillCharged(window: StoredWindow, price: bigint): bigint | null {
  const edge = lastEdge(window.sale);
  if (window.sale === null || edge === null || !edge.ended || isUnread(window)) return null;
  return window.shopperPrice === window.sale.price && window.sale.price !== price ? window.sale.price : null;
}

function lastEdge(sale: StoredWindow["sale"]): { readonly atMs: number; readonly ended: boolean } | null {
  if (sale === null) return null;
  const [from, until] = [sale.from?.getTime() ?? null, sale.until?.getTime() ?? null];
  if (until !== null && until <= NOW) return { atMs: until, ended: true };
  return from !== null && from <= NOW ? { atMs: from, ended: false } : null;
}

/** A price has to lie above every sale that is running or planned. */
export const keepsSale = ({ sale }: StoredWindow, price: bigint): boolean =>
  sale === null || (sale.until !== null && sale.until.getTime() <= NOW) || price > sale.price;

/** A struck-through price above the present price has to stay above the new one. */
export const keepsStruckThrough = ({ compareAt }: StoredWindow, from: bigint, price: bigint): boolean =>
  compareAt === null || from >= compareAt || price < compareAt;
