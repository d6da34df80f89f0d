import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

/** Waits until the worker has settled the market of every item. @returns seconds */
export async function settled(client: pg.Client): Promise<number> {
  const begin = performance.now();
  for (;;) {
    const { rowCount } = await client.query("SELECT FROM market_marks LIMIT 1");
    if (rowCount === 0) return Math.round((performance.now() - begin) / 1_000);
    await delay(500);
  }
}
