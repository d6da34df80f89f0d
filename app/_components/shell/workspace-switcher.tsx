"use client";

import { Check, ChevronsUpDown, Plus } from "lucide-react";
import Link from "next/link";
import { cn } from "@/app/_components/class-names";
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from "@/app/_components/ui/menu";
import type { WorkspaceLink } from "./navigation";

/** The square with a workspace's first letter. */
function Initial({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "flex size-[22px] shrink-0 items-center justify-center rounded-md bg-accent text-xs font-bold text-on-accent",
        className,
      )}
    >
      {(Array.from(name.trim())[0] ?? "?").toUpperCase()}
    </span>
  );
}

/** The open workspace, and a menu to switch to another one. */
export function WorkspaceSwitcher(props: {
  current: WorkspaceLink;
  workspaces: readonly WorkspaceLink[];
  newWorkspaceHref?: string;
}) {
  return (
    <Menu>
      <MenuTrigger className="flex h-10 w-full min-w-0 items-center gap-2.5 rounded-lg px-2 text-left font-[600] hover:bg-hover max-md:h-11 max-md:w-auto max-md:text-[15px]">
        <Initial name={props.current.name} />
        <span className="truncate">{props.current.name}</span>
        <ChevronsUpDown aria-hidden className="ml-auto size-3.5 shrink-0 text-ink-dim" />
        <span className="sr-only">(switch workspace)</span>
      </MenuTrigger>
      <MenuContent align="start" className="w-64">
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
      </MenuContent>
    </Menu>
  );
}
