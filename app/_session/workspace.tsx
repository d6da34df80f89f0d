"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Permission, ROLE_PERMISSIONS, type Role } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";

/** The open workspace and the reader's permissions in it. */
export interface OpenWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
  readonly emailConfirmed: boolean;
  /** The reader's own e-mail address, which decisions are recorded under. */
  readonly reader: string;
  /** Set if the reader is support staff in a session that an owner allowed. */
  readonly support?: { readonly requestId: string; readonly expiresAt: string };
  /** Set for a visitor of the demo: when the visit ends. */
  readonly demoEndsAt?: string;
  /** Returns the address of a page of this workspace: `href("/alerts")`; without an argument, of its overview. */
  href(path?: string): string;
  may(permission: Permission): boolean;
}

const WorkspaceContext = createContext<OpenWorkspace | null>(null);

/** Provides the open workspace to the pages below. */
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

/** Returns the open workspace; only below `/w/[workspace]`. */
export function useWorkspace(): OpenWorkspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("useWorkspace needs a page below /w/[workspace]");
  return workspace;
}
