import { findUser, findUserByEmail } from "@/server/db/accounts/accounts";
import { tenantOf } from "@/server/db/database/tenant";
import { deleteStaff, insertStaff, isStaff, listStaffRows, type StaffRow } from "@/server/db/support/staff";
import { DomainError } from "@/server/domain/errors";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";

/** An active staff member: the e-mail address that owners see, and the origin of the request. */
export interface StaffMember {
  readonly id: string;
  readonly email: string;
  readonly via: RequestContext["via"];
  readonly requestId: string | null;
  readonly ip: string | null;
}

async function findPerson(services: Services, email: string) {
  const found = await findUserByEmail(services.db, email);
  if (found && !found.deletedAt) return found;
  throw new DomainError("not_found", `There is no person with the e-mail address ${email}.`);
}

/**
 * Makes a person a staff member, who may request access to workspaces; this alone gives no access.
 * @throws DomainError not_found without such a person, email_not_confirmed
 */
export async function addStaff(services: Services, email: string): Promise<{ id: string; added: boolean }> {
  const found = await findPerson(services, email);
  if (!found.emailConfirmedAt) throw new DomainError("email_not_confirmed", `${email} is not confirmed yet.`);
  return { id: found.id, added: await insertStaff(services.db, found.id, new Date(services.now())) };
}

/**
 * Removes a person from the staff; their open session ends with the next request.
 * @throws DomainError not_found without such a person
 */
export async function removeStaff(
  services: Services,
  email: string,
): Promise<{ id: string; removed: boolean }> {
  const found = await findPerson(services, email);
  return { id: found.id, removed: await deleteStaff(services.db.prisma, found.id) };
}

/** Lists the staff, longest membership first. */
export const listStaff = (services: Services): Promise<StaffRow[]> => listStaffRows(services.db);

/**
 * Returns a staff member by id.
 * @throws DomainError not_found for anyone else, so that the existence of staff pages is not revealed
 */
export async function staffMember(
  services: Services,
  userId: string,
  from: Pick<StaffMember, "via" | "requestId" | "ip">,
): Promise<StaffMember> {
  const user = (await isStaff(services.db, userId)) ? await findUser(services.db, userId) : null;
  if (!user || user.deletedAt) throw new DomainError("not_found", "There is no such page.");
  return { ...from, id: user.id, email: user.email };
}

/** Builds a staff member's context in a workspace, to append audit events there; it grants no permission. */
export const staffContext = (
  services: Services,
  staff: StaffMember,
  workspaceId: string,
): RequestContext => ({
  services,
  tenant: tenantOf(workspaceId),
  actor: { kind: "user", id: staff.id, label: staff.email, userId: staff.id },
  role: null,
  plan: "free",
  lifecycle: "active",
  emailConfirmed: true,
  via: staff.via,
  requestId: staff.requestId,
  ip: staff.ip,
});
