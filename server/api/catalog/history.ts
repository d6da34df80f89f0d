import { z } from "zod";
import { type ItemHistory, type SellerPoint, itemHistory } from "@/server/db/item-history";
import { DAY_MS } from "@/server/domain/durations";
import { notFound } from "@/server/domain/errors";
import { toWire } from "@/server/domain/money";
import { read } from "@/server/usecases/acting";
import { MoneyOut, PathId, TimeOut } from "../scalars";
import { query } from "../trpc";
import { exampleItem } from "./wire";

const History = z
  .object({
    item_id: z.string(),
    own: z.array(
      z.object({ at: TimeOut, source: z.string(), price: MoneyOut.nullable(), cost: MoneyOut.nullable() }),
    ),
    market: z.array(
      z.object({ day: TimeOut, lowest: MoneyOut, median: MoneyOut, sellers: z.number().int() }),
    ),
    sellers: z
      .array(
        z.object({
          seller: z.string(),
          points: z.array(
            z.object({
              observation_id: z.string(),
              at: TimeOut,
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
  async ({ acting, input }) => {
    const since = new Date(acting.services.now() - input.days * DAY_MS);
    const found = await read(acting, (tx) => itemHistory(tx, input.item_id, since));
    if (!found) throw notFound("catalog item");
    const money = (minor: bigint | null, currency = found.currency) =>
      minor === null ? null : toWire({ minor, currency });
    return {
      item_id: input.item_id,
      own: found.own.map(({ at, source, price, cost, currency }) => ({
        at: at.toISOString(),
        source,
        price: money(price, currency),
        cost: money(cost, currency),
      })),
      market: found.market.map(({ day, lowest, median, sellers }) => ({
        day: day.toISOString(),
        lowest: toWire({ minor: lowest, currency: found.currency }),
        median: toWire({ minor: median, currency: found.currency }),
        sellers,
      })),
      sellers: bySeller(found),
    };
  },
);

/** The points of each seller together; they come in the order of sellers and time. */
function bySeller({ sellers, currency }: ItemHistory): z.input<typeof History>["sellers"] {
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
