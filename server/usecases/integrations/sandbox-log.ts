import { type ConnectionRow, connectedStore } from "@/server/db/connections/connections";
import { notFound } from "@/server/domain/errors";
import { sandboxStore } from "@/server/stores";
import { resolveStore } from "../connections/store";
import type { RequestContext } from "../request-context";
import type { ResolvedStore } from "../resolved-store";
import { readTransaction } from "../transaction";
import { toValidationError } from "./connect";

const LIMIT = 100;

/**
 * Returns the connected sandbox store's log of the prices written to it, oldest first, a hundred at a time.
 * @throws DomainError not_found if no sandbox store is connected, validation_error if it does not answer or its
 * stored credentials cannot be decrypted
 */
export async function readSandboxLog(
  context: RequestContext,
  after: number,
): ReturnType<typeof sandboxStore.readLog> {
  const row = await readTransaction(context, connectedStore);
  if (row?.kind !== "sandbox") throw notFound("sandbox store");
  const { connection } = resolveOrRefuse(context, row);
  return sandboxStore.readLog(connection, after, LIMIT).catch(toValidationError);
}

function resolveOrRefuse(context: RequestContext, row: ConnectionRow): ResolvedStore {
  try {
    return resolveStore(context, row);
  } catch (error) {
    return toValidationError(error);
  }
}
