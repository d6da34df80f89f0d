"use client";

import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Kbd } from "@/app/_components/ui/kbd";
import { NavLink } from "./nav-link";
import { type NavItem, NOT_ON_RAIL, type ShellUser, type WorkspaceLink } from "./navigation";
import { UserMenu } from "./user-menu";
import { WorkspaceSwitcher } from "./workspace-switcher";

/** The left column of a wide screen; between a phone and a wide screen it shows icons alone. */
export function Sidebar(props: {
  workspace: WorkspaceLink;
  workspaces: readonly WorkspaceLink[];
  newWorkspaceHref?: string;
  items: readonly NavItem[];
  footerItems: readonly NavItem[];
  current: string | null;
  user: ShellUser;
  onSignOut: () => void;
  onSearch: () => void;
  storeLine?: ReactNode;
}) {
  const links = (items: readonly NavItem[]) =>
    items.map((item) => <NavLink key={item.href} item={item} current={item.href === props.current} />);
  return (
    <header className="relative flex h-full flex-col gap-0.5 overflow-x-hidden overflow-y-auto border-r border-line px-2.5 py-3 max-md:hidden">
      <WorkspaceSwitcher
        current={props.workspace}
        workspaces={props.workspaces}
        newWorkspaceHref={props.newWorkspaceHref}
      />
      <button
        type="button"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={props.onSearch}
        className="mt-1 mb-2 flex h-8 items-center gap-2.5 rounded-lg border border-line bg-panel px-2 text-ink-dim hover:border-control"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className={NOT_ON_RAIL}>Go to</span>
        <Kbd hint className="ml-auto max-rail:hidden">
          ⌘K
        </Kbd>
      </button>
      <nav aria-label="Main" className="flex flex-1 flex-col gap-0.5">
        {links(props.items)}
        <span className="flex-1" />
        {links(props.footerItems)}
      </nav>
      <UserMenu user={props.user} onSignOut={props.onSignOut} />
      {props.storeLine ? (
        <div className="px-2 pt-1.5 text-pretty text-xs text-ink-dim max-rail:hidden">{props.storeLine}</div>
      ) : null}
    </header>
  );
}
