"use client";

import { Check, Plus } from "lucide-react";
import Link from "next/link";
import { MenuItem, MenuLabel, MenuSeparator, OpenMenu } from "@/app/_components/ui/menu";
import { Initial } from "./initial";
import type { WorkspaceSwitcherProps } from "./navigation";

/** The workspaces of a person, to switch to one or to found another. */
export function WorkspaceList(props: WorkspaceSwitcherProps & { onClose: () => void }) {
  return (
    <OpenMenu label="Workspaces" align="start" onClose={props.onClose}>
      <MenuLabel>Workspaces</MenuLabel>
      {props.workspaces.map((workspace) => (
        <MenuItem key={workspace.id} asChild>
          <Link href={workspace.href} aria-current={workspace.id === props.current.id ? "true" : undefined}>
            <Initial name={workspace.name} />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{workspace.name}</span>
              {workspace.detail ? (
                <span className="block truncate text-xs text-ink-dim">{workspace.detail}</span>
              ) : null}
            </span>
            {workspace.id === props.current.id ? <Check aria-hidden className="text-accent" /> : null}
          </Link>
        </MenuItem>
      ))}
      {props.newWorkspaceHref ? (
        <>
          <MenuSeparator />
          <MenuItem asChild>
            <Link href={props.newWorkspaceHref}>
              <Plus aria-hidden className="mx-[3px]" /> New workspace
            </Link>
          </MenuItem>
        </>
      ) : null}
    </OpenMenu>
  );
}
