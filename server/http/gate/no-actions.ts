import type { IncomingMessage } from "node:http";
import { DomainError } from "@/server/domain/errors";

/**
 * Refuses a call of an action of a page, because no page of ours has one: Next looks for it all the same, and prints
 * a stack that is no line of the log.
 * @throws DomainError bad_request
 */
export function requireNoAction({ method, headers }: IncomingMessage): void {
  const isForm = /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");
  if (headers["next-action"] !== undefined || (method === "POST" && isForm))
    throw new DomainError("bad_request", "Pages have no actions.");
}
