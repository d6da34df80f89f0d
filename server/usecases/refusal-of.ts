import { isRefusedValue } from "@/server/db/database/errors";
import type { Tenant } from "@/server/db/database/tenant";
import { DomainError } from "@/server/domain/errors";
import { reportUnexpected } from "./report";
import type { Services } from "./services";

const NOT_STORED = "The database does not take a value of it, so nothing of it was changed.";

/**
 * Returns what a decision was refused with. Any other error is a defect of this one decision: it is logged and
 * becomes internal_error, so that the decisions after it are taken; its message says where the database refused a
 * value.
 * @param about what the log names beside the error
 */
export function refusalOf(
  services: Services,
  { workspaceId }: Tenant,
  error: unknown,
  about: { readonly run?: string; readonly batch?: string; readonly recommendation: string },
): DomainError {
  if (error instanceof DomainError) return error;
  reportUnexpected(services, workspaceId, about, error);
  return new DomainError("internal_error", isRefusedValue(error) ? NOT_STORED : undefined);
}
