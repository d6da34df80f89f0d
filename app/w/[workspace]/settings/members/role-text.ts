import type { SelectOption } from "@/app/_components/ui/select";
import { ROLES, type Role } from "@/server/domain/permissions";

const WORDS: Readonly<Record<Role, { label: string; detail: string }>> = {
  viewer: { label: "Viewer", detail: "Reads everything, changes nothing" },
  analyst: { label: "Analyst", detail: "Starts runs, accepts and dismisses" },
  approver: { label: "Approver", detail: "Also approves prices for the store" },
  admin: { label: "Admin", detail: "Also catalog, policy, keys, members, stores" },
  owner: { label: "Owner", detail: "Everything, the workspace itself included" },
};

/** Returns the roles a member with the role `own` may assign; only owners make owners. */
export const roleOptions = (own: Role): SelectOption[] =>
  ROLES.map((role) => ({ value: role, ...WORDS[role], disabled: role === "owner" && own !== "owner" }));
