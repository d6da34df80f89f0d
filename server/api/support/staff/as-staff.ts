import type { ApiContext } from "@/server/api/context";
import type { Caller } from "@/server/auth/authenticate";
import { type StaffMember, staffMember } from "@/server/usecases/support/staff";

/** The signed-in person as one of the staff; throws not_found for anybody else. */
export const asStaff = ({
  services,
  caller,
  request,
}: ApiContext & { readonly caller: Caller }): Promise<StaffMember> =>
  staffMember(services, caller.userId, { via: "web", requestId: request.id, ip: request.ip });
