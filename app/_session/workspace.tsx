"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Permission, ROLE_PERMISSIONS, type Role } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";

/** The workspace whose page is open, and what the reader may do in it. */
export interface OpenWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
  readonly emailConfirmed: boolean;
  /** The reader's own e-mail address, by which decisions name them. */
  readonly reader: string;
  /** Set where the reader is one of the support staff, in the session an owner allowed. */
  readonly support?: { readonly requestId: string; readonly expiresAt: string };
  /** The address of a page of this workspace: `href("/alerts")`; of its overview without an argument. */
  href(path?: string): string;
  may(permission: Permission): boolean;
}

const WorkspaceContext = createContext<OpenWorkspace | null>(null);

/** Says which workspace the pages below belong to. */
export function WorkspaceProvider(props: {
  workspace: Omit<OpenWorkspace, "href" | "may">;
  children: ReactNode;
}) {
  const { workspace } = props;
  const open = useMemo<OpenWorkspace>(
    () => ({
      ...workspace,
      href: (path = "") => `/w/${workspace.id}${path}`,
      may: (permission) => ROLE_PERMISSIONS[workspace.role].has(permission),
    }),
    [workspace],
  );
  return <WorkspaceContext value={open}>{props.children}</WorkspaceContext>;
}

/** The open workspace; only below `/w/[workspace]`. */
export function useWorkspace(): OpenWorkspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("useWorkspace needs a page below /w/[workspace]");
  return workspace;
}
