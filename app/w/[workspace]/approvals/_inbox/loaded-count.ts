import { formatCount } from "@/app/_components/pricing/format";

/** How much of a list is loaded: what a count of its rows can speak for. */
export interface Loaded {
  /** How many rows are loaded. */
  readonly rows: number;
  /** Whether more wait that are not. */
  readonly more: boolean;
}

/** A count of loaded rows: "6" once everything is loaded, else "6 of the 100 loaded". */
export const loadedCount = (count: number, { rows, more }: Loaded): string =>
  more ? `${count} of the ${rows} loaded` : String(count);

/** What a place in the list is out of: "100", "the 100 loaded", "6 of the 100 loaded". */
export const outOf = (count: number, loaded: Loaded): string =>
  loaded.more && count === loaded.rows ? `the ${count} loaded` : loadedCount(count, loaded);

/**
 * How many wait, as far as that is known: "3 waiting", "1,260 waiting, 100 loaded".
 * @param total what the service counted; undefined while it was not asked
 */
export function waitingText({ rows, more }: Loaded, total: number | undefined, locale: string): string {
  const text = (count: number) => formatCount(count, locale);
  if (!more) return `${text(rows)} waiting`;
  return total === undefined || total <= rows
    ? `${text(rows)} loaded, more wait`
    : `${text(total)} waiting, ${text(rows)} loaded`;
}
