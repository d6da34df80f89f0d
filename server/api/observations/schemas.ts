import { z } from "zod";
import type { ObservationRow } from "@/server/db/observations/reported";
import { toWire, wireIn } from "@/server/domain/money";
import type { ObservationChange } from "@/server/usecases/observations/report";
import { MoneyOut, Timestamp } from "../scalars";

export const Observation = z
  .object({
    id: z.string(),
    item_id: z.string(),
    seller: z.string(),
    price: MoneyOut,
    in_stock: z.boolean().nullable(),
    pack_size: z.string().nullable(),
    shipping: MoneyOut.nullable().meta({ description: "What delivery costs; null where unknown." }),
    url: z.string().nullable(),
    observed_at: Timestamp,
    source: z.string().meta({ description: "import, api, or check: a check of the seller's page." }),
    check_id: z.string().nullable(),
    wrong: z
      .object({ at: Timestamp, by: z.string(), reason: z.string() })
      .nullable()
      .meta({ description: "Set where a person reported it; it counts no longer then." }),
  })
  .meta({ id: "Observation" });

/**
 * The response to a report: the observation in its current state and the run that re-evaluates the affected items.
 */
export const ObservationChanged = z.union([
  z.object({
    ok: z.literal(true),
    idempotent: z.literal(false),
    observation: Observation,
    run_id: z.string().meta({ description: "The run that decides its item anew." }),
  }),
  z.object({ ok: z.literal(true), idempotent: z.literal(true) }),
]);

/** Builds the response for an observation. */
export const presentObservation = (row: ObservationRow): z.input<typeof Observation> => ({
  id: row.id,
  item_id: row.itemId,
  seller: row.seller,
  price: toWire({ minor: row.price, currency: row.currency }),
  in_stock: row.inStock,
  pack_size: row.packSize,
  shipping: wireIn(row.currency)(row.shipping),
  url: row.url,
  observed_at: row.observedAt.toISOString(),
  source: row.source,
  check_id: row.checkId,
  wrong:
    row.wrongAt === null || row.wrongBy === null || row.wrongReason === null
      ? null
      : { at: row.wrongAt.toISOString(), by: row.wrongBy, reason: row.wrongReason },
});

/** Builds the response to a change of an observation. */
export const presentObservationChange = (change: ObservationChange): z.input<typeof ObservationChanged> =>
  change.idempotent
    ? { ok: true, idempotent: true }
    : {
        ok: true,
        idempotent: false,
        observation: presentObservation(change.row),
        run_id: change.runId,
      };

export const exampleObservation = {
  id: "obs_01k9zq0v7k3t5m8w2x4y6z0a1b",
  item_id: "itm_01k9zq0v7k3t5m8w2x4y6z0a1b",
  seller: "bergzeit.example",
  price: { amount: "9.49", currency: "EUR" },
  in_stock: true,
  pack_size: null,
  shipping: null,
  url: "https://bergzeit.example/jackets/trail-runner-m",
  observed_at: "2026-11-20T06:12:00.000Z",
  source: "check",
  check_id: "chk_01k9zq0v7k3t5m8w2x4y6z0a1b",
  wrong: null,
} as const;
