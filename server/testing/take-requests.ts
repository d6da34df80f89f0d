import { openDatabase } from "@/server/db/database/database";
import { openRateLimiter } from "@/server/rate-limit/open";

/**
 * The arguments of another process that takes from the same counters; `at` is its clock, in milliseconds since 1970.
 */
export interface TakeOrder {
  readonly redisUrl: string | null;
  readonly upstash: { readonly url: string; readonly token: string } | null;
  readonly databaseUrl: string;
  readonly key: string;
  readonly times: number;
  readonly at: number;
  readonly timeoutMs: number;
}

const order = JSON.parse(process.argv[2] ?? "") as TakeOrder;
Date.now = () => order.at;
const db = openDatabase(order.databaseUrl);
const ignore = () => undefined;
const rateLimiter = openRateLimiter({
  ...order,
  db,
  embedded: false,
  log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  now: Date.now,
});
const responses = await Promise.all(
  Array.from({ length: order.times }, () => rateLimiter.take(order.key, 60)),
);
process.stdout.write(String(responses.filter((response) => response.allowed).length));
await rateLimiter.close();
await db.close();
