import type { Tx } from "@/server/db/database/transaction";
import { findWorkspace } from "@/server/db/members/memberships";
import { WORKER } from "@/server/domain/actors";
import type { RequestContext } from "./request-context";
import type { Services } from "./services";

/** Builds the context of the service itself, for work in the transaction's workspace that no request started. */
export async function workerContext(services: Services, tx: Tx): Promise<RequestContext> {
  const workspace = await findWorkspace(tx);
  if (!workspace) throw new Error("the workspace of this work does not exist");
  const { plan, lifecycle } = workspace;
  return {
    services,
    tenant: tx.tenant,
    actor: { ...WORKER, userId: null },
    role: null,
    plan,
    lifecycle,
    emailConfirmed: true,
    via: "worker",
    requestId: null,
    ip: null,
  };
}
