import { findUserByEmail } from "@/server/db/accounts/accounts";
import { DomainError } from "@/server/domain/errors";
import { requestSupport } from "@/server/usecases/support/request";
import { addStaff, listStaff, removeStaff, staffMember } from "@/server/usecases/support/staff";
import { command, required } from "./command";

export const support = [
  command(
    "staff add",
    "Makes a person one of the support staff, who may ask owners to let them look",
    { email: required("EMAIL") },
    ({ services }, { email }) => addStaff(services, email),
  ),
  command(
    "staff remove",
    "Takes a person out of the support staff; a session of theirs ends at once",
    { email: required("EMAIL") },
    ({ services }, { email }) => removeStaff(services, email),
  ),
  command("staff list", "Lists the support staff", {}, async ({ services }) => ({
    data: (await listStaff(services)).map(({ userId, email, addedAt }) => ({
      id: userId,
      email,
      since: addedAt,
    })),
  })),
  command(
    "support ask",
    "Asks a workspace's owners to let one of the staff look",
    { workspace: required("ID"), staff: required("EMAIL"), reason: required("TEXT") },
    async ({ services }, { workspace, staff, reason }) => {
      const person = await findUserByEmail(services.db, staff);
      if (!person) throw new DomainError("not_found", `${staff} is not of the staff.`);
      const origin = { via: "command", requestId: null, ip: null } as const;
      const member = await staffMember(services, person.id, origin).catch(() => null);
      if (!member) throw new DomainError("not_found", `${staff} is not of the staff.`);
      const { id, workspaceId } = await requestSupport(services, member, { workspace_id: workspace, reason });
      return { id, workspace: workspaceId };
    },
  ),
];
