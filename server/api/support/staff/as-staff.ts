import type { ApiContext } from "@/server/api/context";
import type { Principal } from "@/server/auth/authenticate";
import { type StaffMember, staffMember } from "@/server/usecases/support/staff";

/** Returns the signed-in person as a staff member. Throws not_found for any other person. */
export const asStaff = ({
  services,
  principal,
  request,
}: ApiContext & { readonly principal: Principal }): Promise<StaffMember> =>
  staffMember(services, principal.userId, { via: "web", requestId: request.id, ip: request.ip });
