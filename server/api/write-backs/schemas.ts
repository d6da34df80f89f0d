import { z } from "zod";
import type { WriteBackRow } from "@/server/db/write-backs/write-backs";
import { toWire, wireIn } from "@/server/domain/money";
import { WRITE_BACK_STATUSES } from "@/server/domain/write-backs/write-back";
import type { WriteBackChange } from "@/server/usecases/write-backs/revert";
import { MoneyOut, Timestamp } from "../scalars";
import { presentWait, Wait } from "./wait";

const WriteBack = z
  .object({
    id: z.string(),
    recommendation_id: z.string(),
    item_id: z.string(),
    revert_of: z.string().nullable().meta({ description: "The write-back this one takes back." }),
    status: z.enum(WRITE_BACK_STATUSES),
    expected_price: MoneyOut.meta({ description: "What the store has to hold for the price to be written." }),
    target_price: MoneyOut,
    store_price: MoneyOut.nullable().meta({ description: "What the store was last seen to hold." }),
    store_answer: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    finished_at: Timestamp.nullable(),
    ...Wait,
  })
  .meta({ id: "WriteBack" });

/** The answer to a revert or a cancellation: the write-back, or a note that it had taken effect before. */
export const WriteBackChanged = z.union([
  z.object({ ok: z.literal(true), idempotent: z.literal(false), write_back: WriteBack }),
  z.object({ ok: z.literal(true), idempotent: z.literal(true) }),
]);

/** Serializes a write-back for the API. */
function presentWriteBack(row: WriteBackRow, nowMs: number): z.input<typeof WriteBack> {
  const { currency, storePrice } = row;
  return {
    id: row.id,
    recommendation_id: row.recommendationId,
    item_id: row.itemId,
    revert_of: row.revertOf,
    status: row.status,
    expected_price: toWire({ minor: row.expectedPrice, currency }),
    target_price: toWire({ minor: row.targetPrice, currency }),
    store_price: wireIn(currency)(storePrice),
    store_answer: row.storeAnswer,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    ...presentWait(row.status === "queued" ? row : { waitsUntil: null, waitsReason: null }, nowMs),
  };
}

/** Serializes the answer to a revert or a cancellation. */
export const presentWriteBackChange = (
  change: WriteBackChange,
  nowMs: number,
): z.input<typeof WriteBackChanged> =>
  change.idempotent
    ? { ok: true, idempotent: true }
    : { ok: true, idempotent: false, write_back: presentWriteBack(change.row, nowMs) };

export const exampleRevert = {
  id: "wbk_01k9zr4d2m8c6x1v5b7n9q3s0t",
  recommendation_id: "rec_01k9zq0v7k3t5m8w2x4y6z0a1b",
  item_id: "itm_01k9zq0v7k3t5m8w2x4y6z0a1b",
  revert_of: "wbk_01k9zq0v7k3t5m8w2x4y6z0a1b",
  status: "applied",
  expected_price: { amount: "98.99", currency: "EUR" },
  target_price: { amount: "89.90", currency: "EUR" },
  store_price: { amount: "89.90", currency: "EUR" },
  store_answer: "The store carries 89.90 EUR.",
  created_at: "2026-11-20T09:02:00.000Z",
  updated_at: "2026-11-20T09:02:00.388Z",
  finished_at: "2026-11-20T09:02:00.388Z",
  waits_until: null,
  waits_reason: null,
} as const;

export const exampleCanceled = {
  ...exampleRevert,
  id: "wbk_01k9zq0v7k3t5m8w2x4y6z0a1b",
  revert_of: null,
  status: "failed",
  expected_price: exampleRevert.target_price,
  target_price: exampleRevert.expected_price,
  store_price: null,
  store_answer: "It was canceled before it was sent. Nothing was sent.",
} as const;
