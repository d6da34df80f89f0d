import { DomainError } from "@/server/domain/errors";
import type { Services } from "./request-context";

/**
 * Returns what a decision was refused with. Any other error is a defect of this one decision: it is logged and
 * becomes internal_error, so that the decisions after it are taken.
 * @param about what the log names beside the error
 */
export function refusalOf({ log }: Services, error: unknown, about: object): DomainError {
  if (error instanceof DomainError) return error;
  log.error({ ...about, error: String(error) }, "a decision failed");
  return new DomainError("internal_error");
}
