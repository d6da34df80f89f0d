import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { SECOND_MS } from "@/server/domain/durations";
import { connectionKey, type Kept } from "@/server/stores/cache";
import { type StoreConnection, StoreError } from "@/server/stores/port";

/** What the shop says with each answer about the points that queries cost and that come back with time. */
export const costShape = z.object({
  requestedQueryCost: z.number().nonnegative(),
  throttleStatus: z.object({
    maximumAvailable: z.number().positive(),
    currentlyAvailable: z.number(),
    restoreRate: z.number().positive(),
  }),
});
export type QueryCost = z.output<typeof costShape>;

/** The part of the points that a list leaves for reads and writes of single prices, which must not wait for it. */
const RESERVED = 0.25;
const MAX_PAUSE_MS = 5 * SECOND_MS;

interface Known extends QueryCost {
  /** Milliseconds since 1970. */
  readonly at: number;
}
const COST: Kept<Known> = { kind: "shopify", name: "cost" };

/** Remembers what the shop said about a connection's points. */
export function noteCost(connection: StoreConnection, cost: QueryCost): void {
  const { cache, now } = connection;
  cache.set(COST, connectionKey(connection), { ...cost, at: now() });
}

/** Returns the milliseconds until the shop has that many points. */
export const restoreMs = (points: number, { throttleStatus }: QueryCost): number =>
  Math.max(0, Math.ceil(((points - throttleStatus.currentlyAvailable) / throttleStatus.restoreRate) * 1000));

/**
 * Waits until a page of a list leaves enough points for the writes beside it.
 * @param points the points that the page costs
 * @throws StoreError `throttled`, before anything is sent, if that takes longer than a few seconds
 */
export async function awaitPoints(connection: StoreConnection, points: number): Promise<void> {
  const last = connection.cache.get(COST, connectionKey(connection));
  if (!last) return;
  const { maximumAvailable } = last.throttleStatus;
  const wanted = Math.min(points + RESERVED * maximumAvailable, maximumAvailable);
  const waitMs = restoreMs(wanted, last) - (connection.now() - last.at);
  if (waitMs <= 0) return;
  if (waitMs > MAX_PAUSE_MS)
    throw new StoreError("throttled", "definite", "The shop asks to wait.", { retryAfterMs: waitMs });
  await pause(waitMs);
}
