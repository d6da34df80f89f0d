import { z } from "zod";
import { type ConnectionRow, connectedStore } from "@/server/db/connections/connections";
import { notFound } from "@/server/domain/errors";
import { callStore, invalidResponse } from "@/server/stores/http";
import { isSandboxError } from "@/server/stores/sandbox/requests";
import type { ResolvedStore } from "../connections/resolved-store";
import { resolveStore } from "../connections/store";
import { type RequestContext, readTransaction } from "../request-context";
import { toValidationError } from "./connect";

const Entry = z.object({
  seq: z.int(),
  at: z.string(),
  ref: z.string(),
  /** Minor units of `currency`. */
  price: z.string(),
  currency: z.string(),
  marker: z.string().nullable(),
});
const LogPage = z.object({ data: z.array(Entry), next_after: z.int().nullable() });
export type SandboxLogPage = z.infer<typeof LogPage>;

const LIMIT = 100;

/**
 * Returns the connected sandbox store's log of the prices written to it, oldest first, a hundred at a time.
 * @throws DomainError not_found if no sandbox store is connected, validation_error if it does not answer or its
 * stored credentials cannot be decrypted
 */
export async function readSandboxLog(context: RequestContext, after: number): Promise<SandboxLogPage> {
  const row = await readTransaction(context, connectedStore);
  if (row?.kind !== "sandbox") throw notFound("sandbox store");
  const { connection } = resolveOrRefuse(context, row);
  const { key } = z.object({ key: z.string() }).parse(connection.credentials);
  const { json } = await callStore(connection, {
    method: "GET",
    path: `/log?after=${after}&limit=${LIMIT}`,
    headers: { authorization: `Bearer ${key}` },
    access: "read",
    isOwnError: isSandboxError,
  }).catch(toValidationError);
  const page = LogPage.safeParse(json);
  return page.success
    ? page.data
    : toValidationError(invalidResponse({ access: "read" }, "The store's log cannot be read."));
}

function resolveOrRefuse(context: RequestContext, row: ConnectionRow): ResolvedStore {
  try {
    return resolveStore(context, row);
  } catch (error) {
    return toValidationError(error);
  }
}
