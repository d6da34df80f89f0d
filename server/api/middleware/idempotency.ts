import { createHash } from "node:crypto";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import {
  completeIdempotencySlot,
  freeIdempotencySlot,
  takeIdempotencySlot,
} from "@/server/db/requests/idempotency";
import { DomainError } from "@/server/domain/errors";
import type { IdempotencySlot, RequestContext } from "@/server/usecases/request-context";
import type { AuthorizedContext } from "../context";
import type { EndpointMeta } from "../declaration";

const STALE_CLAIM_MS = 60_000;
const MAX_KEY_LENGTH = 255;

/**
 * Runs the work under the request's Idempotency-Key, if it has one. The same request replays the first answer,
 * another request under the key is 422, a concurrent twin 409; a refused request frees its key.
 * Operations that recognise their own repeats answer those themselves under the same key too; where the answer shows a
 * secret once, a repeat is 409.
 */
export async function answerOnce<R, W>(
  ctx: AuthorizedContext,
  meta: EndpointMeta,
  input: unknown,
  present: (result: R) => W,
  work: (context: RequestContext) => Promise<R>,
): Promise<W> {
  const key = ctx.request.idempotencyKey;
  if (key === null) return present(await work(ctx.context));
  if (key.length === 0 || key.length > MAX_KEY_LENGTH)
    throw keyIssue("The Idempotency-Key has to have 1 to 255 characters.");
  return underKey(ctx, meta, { principal: ctx.principal.budgetKey, key }, input, present, work);
}

async function underKey<R, W>(
  ctx: AuthorizedContext,
  meta: EndpointMeta,
  slot: { principal: string; key: string },
  input: unknown,
  present: (result: R) => W,
  work: (context: RequestContext) => Promise<R>,
): Promise<W> {
  const { services, tenant } = ctx.context;
  const inOwn = <T>(job: (tx: Tx) => Promise<T>) => inTenant(services.db, tenant, job);
  const claimedAt = services.now();
  const hash = requestHash(meta, input);
  const held = await inOwn((tx) => takeIdempotencySlot(tx, slot, hash, claimedAt, STALE_CLAIM_MS));
  const { repeats } = meta.declaration;
  const keeps = repeats !== "natural" && repeats !== "refuse";
  if (held) {
    if (!held.requestHash.equals(hash)) throw keyIssue("This Idempotency-Key was used for another request.");
    if (held.status === null)
      throw new DomainError(
        "conflict",
        "The first request under this Idempotency-Key is still being answered.",
      );
    if (repeats === "refuse")
      throw new DomainError(
        "conflict",
        "The request under this Idempotency-Key was carried out. Its answer held a secret that is shown once and not kept.",
      );
    if (keeps && held.response !== null) return JSON.parse(held.response) as W;
    return present(await work(ctx.context));
  }
  let kept = false;
  const answerSlot: IdempotencySlot = {
    complete: async (tx, result) => {
      const body = keeps ? JSON.stringify(present(result as R)) : "null";
      if (!(await completeIdempotencySlot(tx, slot, claimedAt, 200, body)))
        throw new DomainError("conflict", "Another request took over this Idempotency-Key.");
      kept = true;
    },
  };
  try {
    const result = await work({ ...ctx.context, answerSlot });
    if (!kept) await inOwn((tx) => answerSlot.complete(tx, result));
    return present(result);
  } catch (error) {
    await inOwn((tx) => freeIdempotencySlot(tx, slot, claimedAt));
    throw error;
  }
}

const keyIssue = (message: string): DomainError =>
  new DomainError("validation_error", message, {
    issues: [{ path: "Idempotency-Key", code: "idempotency_key", message }],
  });

function requestHash(meta: EndpointMeta, input: unknown): Buffer {
  const operation = meta.openapi ? `${meta.openapi.method} ${meta.openapi.path}` : meta.declaration.summary;
  return createHash("sha256")
    .update(operation)
    .update("\n")
    .update(JSON.stringify(sorted(input)))
    .digest();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
