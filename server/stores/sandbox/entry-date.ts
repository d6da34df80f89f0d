import type { IncomingHttpHeaders } from "node:http";

const NAME = "x-entry-date";

/** Returns the header that asks the store to date its entries by a time, in milliseconds since 1970. */
export const dateHeader = (ms: number): Readonly<Record<string, string>> => ({
  [NAME]: new Date(ms).toISOString(),
});

/** Returns the time that a request dates entries by; the store's own where it names none, or one that lies ahead. */
export function dateOf(headers: IncomingHttpHeaders, now: Date): Date {
  const named = headers[NAME];
  const at = new Date(typeof named === "string" ? named : Number.NaN);
  return at < now ? at : now;
}
