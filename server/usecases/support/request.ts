import { z } from "zod";
import { getWorkspace } from "@/server/db/members/memberships";
import { insertSupportRequest, workspaceExists } from "@/server/db/support/support";
import { DomainError } from "@/server/domain/errors";
import { isStorable } from "@/server/domain/text";
import { checked } from "../input";
import { deliverMail } from "../mails/deliver";
import { storeMailsToOwners } from "../mails/to-owners";
import { recordChange } from "../record-change";
import type { Services } from "../services";
import { writeTransaction } from "../transaction";
import { type StaffMember, staffContext } from "./staff";

export const SupportAsk = z.object({
  workspace_id: z.string().trim().min(1, "say which workspace"),
  reason: z
    .string()
    .trim()
    .min(10, "say why, in a sentence the owner understands")
    .max(500)
    .refine(isStorable, "cannot be kept"),
});

/**
 * Asks a workspace's owners to give a staff member read-only access; they see the reason in settings and in a mail.
 * Access requires a one-time code from one of them.
 * @throws DomainError validation_error, not_found without such a workspace
 */
export async function requestSupport(
  services: Services,
  staff: StaffMember,
  input: z.input<typeof SupportAsk>,
): Promise<{ id: string; workspaceId: string }> {
  const { workspace_id: workspaceId, reason } = checked(SupportAsk, input);
  if (!(await workspaceExists(services.db, workspaceId)))
    throw new DomainError("not_found", "There is no such workspace.");
  const context = staffContext(services, staff, workspaceId);
  const { id, mails } = await writeTransaction(context, async (tx) => {
    const { name } = await getWorkspace(tx);
    const row = { id: services.newId("supportRequest"), staffId: staff.id, reason };
    await insertSupportRequest(tx, { ...row, createdAt: new Date(services.now()) });
    await recordChange(context, tx, { action: "support.ask", subject: row.id, after: { reason } });
    const action = `${services.settings.publicUrl}/w/${workspaceId}/settings/support`;
    const mailKeys = await storeMailsToOwners(context, tx, {
      template: "support_request",
      subject: "Pricecheck support asks to look at your workspace",
      text: [
        `${staff.email} asks to look at “${name}”, read-only, for at most 60 minutes:`,
        reason,
        `To allow it, make a one-time code and give it to them; to refuse, decline:\n${action}`,
        "Without your code nobody gets in.\n",
      ].join("\n\n"),
      action,
    });
    return { id: row.id, mails: mailKeys };
  });
  for (const mail of mails) await deliverMail(services, mail);
  return { id, workspaceId };
}
