import { z } from "zod";
import type { TrialRow } from "@/server/db/trials/trials";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";
import type { ListedPolicy } from "@/server/usecases/policy/read";
import { TrialResult } from "@/server/usecases/trials/result";
import { Timestamp } from "../scalars";

/**
 * What came as JSON is JSON; the recursive schema of `z.json()` would stand in the OpenAPI document and in every tool.
 */
const JsonValue = z.unknown() as z.ZodType<z.infer<ReturnType<typeof z.json>>>;

/** A policy document as JSON. The use case validates it, so that issues carry their path in the document. */
export const Document = z.record(z.string(), JsonValue).meta({ description: "A whole policy document." });

/** A person's note on the activation of a policy. */
export const Note = z
  .string()
  .trim()
  .max(500)
  .refine(isStorable, NOT_STORABLE)
  .meta({ description: "Why, for people; kept with the version." });

/** The number of a policy version. */
export const VersionNumber = z.int().min(1).max(1_000_000_000);

/** The version that a change of the policy was made from. */
export const BasedOn = VersionNumber.optional().meta({
  description:
    "The version you edited or looked at. If another one became active since, the answer is 409 conflict with `current_version`, and nothing is changed. Left out, whatever is active is replaced.",
});

export const Version = z
  .object({
    version: z.int(),
    id: z.string(),
    active: z.boolean(),
    saved_by: z
      .string()
      .meta({ description: "An e-mail address, or the id of who is not a person or is deleted." }),
    created_at: Timestamp,
    note: z.string().nullable(),
    replaced: z.int().nullable().meta({ description: "The version that was active before." }),
    restored: z.int().nullable().meta({ description: "The earlier version whose settings it has again." }),
  })
  .meta({ id: "PolicyVersion" });

/** Serializes a version; `active` is the number of the one that is active. */
export const presentVersion = (row: ListedPolicy, active: number): z.input<typeof Version> => ({
  version: row.version,
  id: row.id,
  active: row.version === active,
  saved_by: row.savedBy,
  created_at: row.createdAt.toISOString(),
  note: row.note,
  replaced: row.replaced,
  restored: row.restored,
});

/** A trial of a draft policy: its kind, progress and result. */
export const Trial = z
  .object({
    id: z.string(),
    kind: z.enum(["preview", "backtest"]),
    status: z.enum(["queued", "running", "succeeded", "failed", "superseded"]),
    progress: z.object({ done: z.int(), total: z.int().nullable() }).meta({ description: "In items." }),
    result: TrialResult.nullable().meta({ description: "Null until it has succeeded." }),
    error: z.string().nullable(),
    created_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: "PolicyTrial" });

export const TrialStarted = z.object({ ok: z.literal(true), trial: Trial });

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

export const exampleDocument = {
  version: 1,
  currency: "EUR",
  scopes: [
    {
      name: "Bestsellers",
      match: { tags: ["bestseller"] },
      strategy: { type: "position", against: "min", ratio: "-0.01" },
    },
  ],
  defaults: {
    strategy: { type: "position", against: "median" },
    constraints: { margin_floor: "0.25", max_change: "0.10" },
  },
} as const;

export const exampleVersion = {
  version: 4,
  id: "pol_01k9zq0v7k3t5m8w2x4y6z0a1b",
  active: true,
  saved_by: "mia@alpenladen.example",
  created_at: "2026-11-20T06:15:00.000Z",
  note: "The rent went up",
  replaced: 3,
  restored: null,
} as const;

export const exampleTrial = {
  id: "try_01k9zq0v7k3t5m8w2x4y6z0a1b",
  kind: "preview",
  status: "queued",
  progress: { done: 0, total: null },
  result: null,
  error: null,
  created_at: "2026-11-20T06:15:00.000Z",
  finished_at: null,
} as const;
