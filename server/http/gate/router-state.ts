import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { DomainError } from "@/server/domain/errors";

const HEADER = "next-router-state-tree";

/**
 * Refuses a header that no page of ours sends: Next answers it with 500 and prints a stack that is no line of the log.
 * @throws DomainError bad_request
 */
export function requireRouterState(headers: Readonly<Record<string, string | string[] | undefined>>): void {
  try {
    parseAndValidateFlightRouterState(headers[HEADER]);
  } catch (cause) {
    throw new DomainError("bad_request", `The header ${HEADER} cannot be read.`, {}, { cause });
  }
}
