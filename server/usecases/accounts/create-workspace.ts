import { appendAudit } from "@/server/db/audit";
import { findUser } from "@/server/db/accounts";
import { insertWorkspace } from "@/server/db/memberships";
import { tenantOf } from "@/server/db/tenant";
import { type Tx, inTenant } from "@/server/db/transaction";
import { DomainError } from "@/server/domain/errors";
import type { Plan } from "@/server/domain/plans";
import { DEFAULT_POLICY, PolicyDocument } from "@/server/domain/pricing/policy";
import type { Acting, Services } from "../acting";
import { WorkspaceName, checked } from "./fields";

export interface WorkspaceFounding {
  readonly name: string;
  readonly plan: Plan;
  readonly owner: { readonly id: string; readonly email: string };
  readonly via: Acting["via"];
  readonly requestId: string | null;
  readonly ip: string | null;
}

const FIRST_CURRENCY = "EUR";

/** Writes the transaction's workspace with its owner, its first policy and the first event of its audit log. */
export async function foundWorkspace(services: Services, tx: Tx, founding: WorkspaceFounding): Promise<void> {
  const { name, plan, owner, via, requestId, ip } = founding;
  const at = services.now();
  await insertWorkspace(tx, {
    name: checked(WorkspaceName, name),
    plan,
    currency: FIRST_CURRENCY,
    ownerId: owner.id,
    policyId: services.newId("policy"),
    policy: PolicyDocument.parse(DEFAULT_POLICY(FIRST_CURRENCY)),
    at: new Date(at),
  });
  const actor = { kind: "user", id: owner.id, label: owner.email };
  await appendAudit(
    tx,
    { id: services.newId("event"), at, actor, via, requestId, ip },
    {
      action: "workspace.create",
      subject: tx.tenant.workspaceId,
      after: { name, plan, owner: owner.id, policy_version: 1 },
    },
  );
}

/**
 * Makes a workspace for a person who exists.
 * @throws DomainError validation_error for a bad name, not_found without such a person
 */
export async function createWorkspace(
  services: Services,
  founding: Omit<WorkspaceFounding, "owner"> & { readonly ownerId: string },
): Promise<{ id: string }> {
  const { ownerId, ...rest } = founding;
  const owner = await findUser(services.db, ownerId);
  if (!owner || owner.deletedAt) throw new DomainError("not_found", "There is no such person.");
  const id = services.newId("workspace");
  await inTenant(services.db, tenantOf(id), (tx) => foundWorkspace(services, tx, { ...rest, owner }));
  return { id };
}
