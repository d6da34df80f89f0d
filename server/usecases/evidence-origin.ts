import type { EvidenceOrigin } from "@/server/domain/pricing/evidence-origins";
import { isAgent } from "./agents-may-approve";
import type { RequestContext } from "./request-context";

/** Returns as whose evidence counts what comes with this request. */
export function evidenceOriginOf(context: Pick<RequestContext, "via" | "actor">): EvidenceOrigin {
  if (isAgent(context)) return "agents";
  return context.actor.kind === "token" ? "tokens" : "people";
}
