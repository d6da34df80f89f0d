import { createHash } from "node:crypto";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import {
  completeIdempotencySlot,
  freeIdempotencySlot,
  takeIdempotencySlot,
} from "@/server/db/requests/idempotency";
import { DomainError } from "@/server/domain/errors";
import type { IdempotencySlot, RequestContext } from "@/server/usecases/request-context";
import type { AuthorizedContext } from "./context";
import type { RepeatRule } from "./declaration";

const STALE_SLOT_MS = 60_000;
const MAX_KEY_LENGTH = 255;

/**
 * Handles the request under its Idempotency-Key, if it has one. The same request replays the first response, another
 * request under the key fails with 422, a concurrent duplicate with 409; a failed request frees its key. An operation
 * that recognises its own repeats ("natural") answers them itself under the same key; one whose response shows a
 * secret once ("refuse") answers a repeat with 409.
 */
export async function runOnce<R, W>(
  ctx: AuthorizedContext,
  repeats: RepeatRule,
  input: unknown,
  present: (result: R) => W,
  handle: (context: RequestContext) => Promise<R>,
): Promise<W> {
  const key = ctx.request.idempotencyKey;
  if (key === null) return present(await handle(ctx.context));
  if (key.length === 0 || key.length > MAX_KEY_LENGTH)
    throw keyIssue("The Idempotency-Key has to have 1 to 255 characters.");
  const { services, tenant } = ctx.context;
  const slot = { principal: ctx.principal.rateLimitKey, key };
  const hash = requestHash(ctx.operation, input);
  const takenAt = services.now();
  const inTransaction = <T>(job: (tx: Tx) => Promise<T>) => inTenant(services.db, tenant, job);
  const earlier = await inTransaction((tx) => takeIdempotencySlot(tx, slot, hash, takenAt, STALE_SLOT_MS));
  if (earlier) {
    rejectRepeat(earlier, hash, repeats);
    if (repeats === "replay" && earlier.response !== null) return JSON.parse(earlier.response) as W;
    return present(await handle(ctx.context));
  }
  let completed = false;
  const idempotencySlot: IdempotencySlot = {
    complete: async (tx, result) => {
      const body = repeats === "replay" ? JSON.stringify(present(result as R)) : "null";
      if (!(await completeIdempotencySlot(tx, slot, takenAt, 200, body)))
        throw new DomainError("conflict", "Another request took over this Idempotency-Key.");
      completed = true;
    },
  };
  try {
    const result = await handle({ ...ctx.context, idempotencySlot });
    if (!completed) await inTransaction((tx) => idempotencySlot.complete(tx, result));
    return present(result);
  } catch (error) {
    await inTransaction((tx) => freeIdempotencySlot(tx, slot, takenAt));
    throw error;
  }
}

/** Throws when this request may not repeat the earlier request under its key. */
function rejectRepeat(
  earlier: { readonly requestHash: Buffer; readonly status: number | null },
  hash: Buffer,
  repeats: RepeatRule,
): void {
  if (!earlier.requestHash.equals(hash)) throw keyIssue("This Idempotency-Key was used for another request.");
  if (earlier.status === null)
    throw new DomainError(
      "conflict",
      "The first request under this Idempotency-Key is still being answered.",
    );
  if (repeats === "refuse")
    throw new DomainError(
      "conflict",
      "The request under this Idempotency-Key was carried out. Its answer held a secret that is shown once and not kept.",
    );
}

const keyIssue = (message: string): DomainError =>
  new DomainError("validation_error", message, {
    issues: [{ path: "Idempotency-Key", code: "idempotency_key", message }],
  });

/**
 * Identifies a request by its operation (method and route) and its parsed input, independent of the order of fields.
 */
const requestHash = (operation: string, input: unknown): Buffer =>
  createHash("sha256")
    .update(operation)
    .update("\n")
    .update(JSON.stringify(sorted(input)))
    .digest();

/** Sorts the fields of objects; amounts in minor units become texts, because JSON has no whole numbers of any size. */
function sorted(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
