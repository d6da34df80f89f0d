import { formatCount } from "@/app/_components/pricing/format";

/** How much of a list is loaded, for counts that are computed from its rows. */
export interface Loaded {
  /** How many rows are loaded. */
  readonly rows: number;
  /** Whether there are more rows that are not loaded. */
  readonly more: boolean;
}

/** Formats a count of loaded rows: "6" if everything is loaded, otherwise "6 of the 100 loaded". */
export const loadedCount = (count: number, { rows, more }: Loaded): string =>
  more ? `${count} of the ${rows} loaded` : String(count);

/** Formats the total that a position refers to: "100", "the 100 loaded", "6 of the 100 loaded". */
export const totalText = (count: number, loaded: Loaded): string =>
  loaded.more && count === loaded.rows ? `the ${count} loaded` : loadedCount(count, loaded);

/**
 * Formats how many entries are pending: "3 waiting", "1,260 waiting, 100 loaded".
 * @param total the service's count; undefined while it is not loaded
 */
export function pendingText({ rows, more }: Loaded, total: number | undefined, locale: string): string {
  const text = (count: number) => formatCount(count, locale);
  if (!more) return `${text(rows)} waiting`;
  return total === undefined || total <= rows
    ? `${text(rows)} loaded, more wait`
    : `${text(total)} waiting, ${text(rows)} loaded`;
}
