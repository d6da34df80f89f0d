"use client";

import type { ReactNode } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { useWorkspace } from "@/app/_session/workspace";
import { type Permission, ROLE_PERMISSIONS, ROLES } from "@/server/domain/permissions";

/** The page for those who may see it; the others read who may. */
export function OnlyFor({ permission, children }: { permission: Permission; children: ReactNode }) {
  const { may, role } = useWorkspace();
  if (may(permission)) return children;
  return (
    <Banner title="Your role cannot open this page.">
      You are {role} here; {allowedRoles(permission)} may open it.
    </Banner>
  );
}

/** "only owner", or "admin or owner": the roles that have a permission. */
export function allowedRoles(permission: Permission): string {
  const allowed = ROLES.filter((each) => ROLE_PERMISSIONS[each].has(permission));
  return `${allowed.length === 1 ? "only " : ""}${allowed.join(" or ")}`;
}
