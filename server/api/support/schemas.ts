import { z } from "zod";
import type { SupportEnd } from "@/server/db/support/support";
import type { ListedSupport } from "@/server/usecases/support/list";
import { Timestamp } from "../scalars";

const ENDS = [
  "declined",
  "withdrawn",
  "ended_by_owner",
  "ended_by_staff",
  "expired",
  "lapsed",
] as const satisfies SupportEnd[];

export const SupportState = z.enum(["waiting", "code_given", "active", ...ENDS]);
export type SupportState = z.output<typeof SupportState>;

/** A support request as owners see it, without code, hash or session secret. */
export const SupportRequest = z.strictObject({
  id: z.string(),
  staff_email: z.string().nullable(),
  reason: z.string(),
  state: SupportState,
  created_at: Timestamp,
  consented_by: z.string().nullable(),
  code_expires_at: Timestamp.nullable(),
  started_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  views: z.array(z.strictObject({ at: Timestamp, operation: z.string(), input: z.string().nullable() })),
});

/**
 * Returns the current state of a row. A row with status open that is not active has expired, or its consent has
 * lapsed.
 */
export function stateOf(row: {
  readonly status: ListedSupport["status"];
  readonly endReason: SupportEnd | null;
  readonly active: boolean;
  readonly codePending: boolean;
  readonly expiresAt: Date | null;
  readonly nowMs: number;
}): SupportState {
  if (row.status === "ended") return row.endReason ?? "lapsed";
  if (row.status === "waiting") return row.codePending ? "code_given" : "waiting";
  if (row.active) return "active";
  return row.expiresAt !== null && row.expiresAt.getTime() <= row.nowMs ? "expired" : "lapsed";
}

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

export const presentSupport = (row: ListedSupport, nowMs: number): z.input<typeof SupportRequest> => ({
  id: row.id,
  staff_email: row.staffEmail,
  reason: row.reason,
  state: stateOf({ ...row, nowMs }),
  created_at: row.createdAt.toISOString(),
  consented_by: row.consentedByEmail,
  code_expires_at: row.codePending ? time(row.codeExpiresAt) : null,
  started_at: time(row.startedAt),
  expires_at: time(row.expiresAt),
  ended_at: time(row.endedAt),
  views: row.views.map(({ at, operation, input }) => ({ at: at.toISOString(), operation, input })),
});
