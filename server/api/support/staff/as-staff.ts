import type { ApiContext } from "@/server/api/context";
import type { Principal } from "@/server/auth/authenticate";
import { type StaffMember, staffMember } from "@/server/usecases/support/staff";

/** The signed-in person as one of the staff; throws not_found for anybody else. */
export const asStaff = ({
  services,
  principal,
  request,
}: ApiContext & { readonly principal: Principal }): Promise<StaffMember> =>
  staffMember(services, principal.userId, { via: "web", requestId: request.id, ip: request.ip });
