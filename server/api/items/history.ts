import { z } from "zod";
import type { Tx } from "@/server/db/database/transaction";
import { itemHistory, observationsSince, type SellerPoint } from "@/server/db/items/history";
import { activePolicyVersion, findPolicyDocument } from "@/server/db/policy/versions";
import { DAY_MS } from "@/server/domain/durations";
import { notFound } from "@/server/domain/errors";
import { toWire, wireIn } from "@/server/domain/money";
import { longestObservationAge, marketByDay } from "@/server/domain/pricing/market-history";
import { readStoredPolicy } from "@/server/usecases/items/stored-policies";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { MoneyOut, PathId, Timestamp } from "../scalars";
import { exampleItem } from "./schemas";

const History = z
  .object({
    item_id: z.string(),
    own: z.array(
      z.object({ at: Timestamp, source: z.string(), price: MoneyOut.nullable(), cost: MoneyOut.nullable() }),
    ),
    market: z
      .array(z.object({ day: Timestamp, lowest: MoneyOut, median: MoneyOut, sellers: z.number().int() }))
      .meta({
        description:
          "What counted at the end of each day: the newest price of every seller until then that passes the gates of the active policy. Days on which none did are left out.",
      }),
    sellers: z
      .array(
        z.object({
          seller: z.string(),
          points: z.array(
            z.object({
              observation_id: z.string(),
              at: Timestamp,
              price: MoneyOut,
              in_stock: z.boolean().nullable(),
            }),
          ),
        }),
      )
      .meta({ description: "Of each seller the last price of every day it was seen on." }),
  })
  .meta({ id: "ItemHistory" });

export const history = query(
  {
    method: "GET",
    path: "/catalog/items/{item_id}/history",
    scope: "catalog:read",
    tag: "Catalog",
    summary: "Read an item's price, cost and market over time",
    input: z.object({
      item_id: PathId,
      days: z.number().int().min(1).max(3650).default(90).meta({ description: "How far back." }),
    }),
    output: History,
    example: {
      request: { item_id: exampleItem.id, days: 90 },
      response: {
        item_id: exampleItem.id,
        own: [
          {
            at: "2026-11-14T08:00:00.000Z",
            source: "import",
            price: exampleItem.price,
            cost: exampleItem.cost,
          },
        ],
        market: [
          {
            day: "2026-11-20T00:00:00.000Z",
            lowest: exampleItem.market.lowest,
            median: exampleItem.market.median,
            sellers: 3,
          },
        ],
        sellers: [
          {
            seller: "bergzeit.example",
            points: [
              {
                observation_id: "obs_01k9zq0v7k3t5m8w2x4y6z0a1b",
                at: "2026-11-20T06:12:00.000Z",
                price: exampleItem.market.lowest,
                in_stock: true,
              },
            ],
          },
        ],
      },
    },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const nowMs = context.services.now();
    const sinceMs = nowMs - input.days * DAY_MS;
    const found = await readTransaction(context, (tx) => historyOf(tx, input.item_id, { sinceMs, nowMs }));
    if (!found) throw notFound("catalog item");
    const { currency } = found.item;
    return {
      item_id: input.item_id,
      own: found.own.map(({ at, source, price, cost, currency: pointCurrency }) => ({
        at: at.toISOString(),
        source,
        price: wireIn(pointCurrency)(price),
        cost: wireIn(pointCurrency)(cost),
      })),
      market: found.market.map(({ dayMs, lowest, median, sellers }) => ({
        day: new Date(dayMs).toISOString(),
        lowest: toWire({ minor: lowest, currency }),
        median: toWire({ minor: median, currency }),
        sellers,
      })),
      sellers: bySeller(found.sellers, currency),
    };
  },
);

/**
 * Returns an item's history since `sinceMs` with the daily market under the active policy; no market when the stored
 * policy is unreadable.
 */
async function historyOf(tx: Tx, itemId: string, span: { sinceMs: number; nowMs: number }) {
  const found = await itemHistory(tx, itemId, new Date(span.sinceMs));
  if (!found) return null;
  const { policy } = readStoredPolicy(await findPolicyDocument(tx, await activePolicyVersion(tx)));
  if (policy === null) return { ...found, market: [] };
  const age = longestObservationAge(policy);
  // One day more, because the first day's market counts prices up to that day's end.
  const from = age === null ? null : new Date(span.sinceMs - age - DAY_MS);
  const prices = found.own.map(({ at, price, currency }) => ({
    atMs: at.getTime(),
    price: currency === found.item.currency ? price : null,
  }));
  const observations = await observationsSince(tx, itemId, from);
  return { ...found, market: marketByDay(found.item, observations, prices, policy, span) };
}

/** Groups the points by seller; they arrive ordered by seller and time. */
function bySeller(sellers: readonly SellerPoint[], currency: string): z.input<typeof History>["sellers"] {
  const grouped = new Map<string, SellerPoint[]>();
  for (const point of sellers) {
    const points = grouped.get(point.seller);
    if (points) points.push(point);
    else grouped.set(point.seller, [point]);
  }
  return [...grouped].map(([seller, points]) => ({
    seller,
    points: points.map(({ id, at, price, inStock }) => ({
      observation_id: id,
      at: at.toISOString(),
      price: toWire({ minor: price, currency }),
      in_stock: inStock,
    })),
  }));
}
