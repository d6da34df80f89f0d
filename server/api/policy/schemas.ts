import { z } from "zod";
import type { TrialRow } from "@/server/db/trials/trials";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";
import { TrialResult } from "@/server/usecases/trials/result";
import { Timestamp } from "../scalars";

/** A policy document as JSON. The use case validates it, so that issues carry their path in the document. */
export const Document = z.record(z.string(), z.json());

/** A person's note on the activation of a policy. */
export const Note = z.string().trim().max(500).refine(isStorable, NOT_STORABLE);

/** The number of a policy version. */
export const VersionNumber = z.int().min(1).max(1_000_000_000);

/** A trial of a draft policy: its kind, progress and result. */
export const Trial = z.object({
  id: z.string(),
  kind: z.enum(["preview", "backtest"]),
  status: z.enum(["queued", "running", "succeeded", "failed", "superseded"]),
  progress: z.object({ done: z.int(), total: z.int().nullable() }),
  result: TrialResult.nullable(),
  error: z.string().nullable(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
});

export const presentTrial = (row: TrialRow): z.input<typeof Trial> => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  progress: { done: row.done, total: row.total },
  result: row.result === null ? null : TrialResult.parse(row.result),
  error: row.error,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});
