"use client";

import type { ReactNode } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { useWorkspace } from "@/app/_session/workspace";
import { type Permission, ROLE_PERMISSIONS, ROLES, type Role } from "@/server/domain/permissions";

/** The page for those who may see it; the others read who may. */
export function OnlyFor({ permission, children }: { permission: Permission; children: ReactNode }) {
  const { may, role } = useWorkspace();
  if (may(permission)) return children;
  return <Banner title="Your role cannot open this page.">{refusalText(role, permission, "open it")}</Banner>;
}

/** Says to somebody without a permission who has it: "You are a viewer here; an admin or an owner can open it." */
export const refusalText = (role: Role, permission: Permission, what: string): string =>
  `You are ${withArticle(role)} here; ${allowedRoles(permission)} can ${what}.`;

/** "only an owner", or "an admin or an owner": the roles that have a permission. */
export function allowedRoles(permission: Permission): string {
  const allowed = ROLES.filter((each) => ROLE_PERMISSIONS[each].has(permission));
  return `${allowed.length === 1 ? "only " : ""}${allowed.map(withArticle).join(" or ")}`;
}

const withArticle = (role: Role): string => `${/^[ao]/.test(role) ? "an" : "a"} ${role}`;
