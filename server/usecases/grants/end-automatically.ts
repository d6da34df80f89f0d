import { findUser } from "@/server/db/accounts/accounts";
import { appendAudit } from "@/server/db/audit/audit";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { endGrantRow, findGrant, lockGrant } from "@/server/db/grants/grants";
import type { MailKey } from "@/server/db/mails/mails";
import { labelOfApplication, OPERATOR } from "@/server/domain/actors";
import type { GrantEnd } from "@/server/domain/grants/grant";
import { deliverMail, storeMail } from "../mails/deliver";
import type { Services } from "../services";

/** What ended the grant: the application itself, a reused secret, or the operator's removal of the application. */
export interface AutomaticEnd {
  readonly reason: Extract<GrantEnd, "client" | "reused" | "client_removed">;
  readonly requestId: string | null;
  readonly ip: string | null;
}

/**
 * Ends a grant without a person's request. A secret used twice may be stolen, so the grant's person is notified by
 * mail. Does nothing for a grant that has ended or does not exist.
 */
export async function endGrantAutomatically(
  services: Services,
  id: string,
  end: AutomaticEnd,
): Promise<void> {
  const grant = await findGrant(services.db, id);
  if (!grant) return;
  const mail = await inTenant(services.db, tenantOf(grant.workspace_id), (tx) =>
    endLocked(services, tx, id, end),
  );
  if (mail) await deliverMail(services, mail);
}

async function endLocked(
  services: Services,
  tx: Tx,
  id: string,
  { reason, requestId, ip }: AutomaticEnd,
): Promise<MailKey | null> {
  const grant = await lockGrant(tx, id);
  if (!grant || grant.endedAt) return null;
  const at = services.now();
  await endGrantRow(tx, id, { by: "system", reason, at: new Date(at) });
  const application = { kind: "grant", id, label: labelOfApplication(grant.userId, grant.clientName) };
  await appendAudit(
    tx,
    {
      id: services.newId("event"),
      at,
      actor: reason === "client" ? application : ACTORS[reason],
      via: reason === "client_removed" ? "command" : "api",
      requestId,
      ip,
    },
    {
      action: reason === "reused" ? "grant.reuse_detected" : "grant.end",
      subject: id,
      before: { name: grant.clientName },
      after: { reason },
    },
  );
  return reason === "reused" ? storeWarning(services, tx, grant) : null;
}

const ACTORS = {
  reused: { kind: "system", id: "oauth", label: "Authorization server" },
  client_removed: OPERATOR,
} as const;

async function storeWarning(
  services: Services,
  tx: Tx,
  grant: { readonly userId: string; readonly clientName: string },
): Promise<MailKey | null> {
  const person = await findUser(services.db, grant.userId);
  if (!person || person.deletedAt) return null;
  const link = `${services.settings.publicUrl}/w/${tx.tenant.workspaceId}/settings/grants`;
  return storeMail(services, tx.prisma, {
    workspaceId: null,
    userId: person.id,
    recipient: person.email,
    template: "grant_ended",
    subject: "We ended an application's access to Pricecheck",
    text:
      `A secret of “${grant.clientName}”, which you let act for you, was used a second time. Somebody may have copied ` +
      `it, so the application's access has ended.\n\nIf you still use it, connect it again. What it did is in the ` +
      `workspace's audit log; your other applications are listed here:\n\n${link}\n`,
    action: link,
  });
}
