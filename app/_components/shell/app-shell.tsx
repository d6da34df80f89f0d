"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useCallback, useState } from "react";
import type { Destination, FindData } from "@/app/_components/keyboard/command-match";
import { CommandPalette } from "@/app/_components/keyboard/command-palette";
import type { FrameCommand } from "@/app/_components/keyboard/frame-commands";
import { currentHref, type NavItem, type ShellUser, type WorkspaceLink } from "./navigation";
import { PhoneNav, PhoneTopBar } from "./phone-bars";
import { MAIN_ID } from "./scroll-to-top";
import { Sidebar } from "./sidebar";
import { useSteadyNavigation } from "./steady-navigation";

type AppShellProps = {
  workspace: WorkspaceLink;
  workspaces: readonly WorkspaceLink[];
  newWorkspaceHref?: string;
  /** The pages of the workspace, in order; `footerItems` are placed at the bottom of the sidebar. */
  items: readonly NavItem[];
  footerItems?: readonly NavItem[];
  /** Further destinations that ⌘K offers: settings pages, other workspaces. */
  destinations?: readonly Destination[];
  /** Finds data of the workspace for ⌘K. */
  find?: FindData;
  /** What ⌘K does from every page. */
  commands?: readonly FrameCommand[];
  user: ShellUser;
  onSignOut: () => void;
  /** One line about the store: "Vendure · synced 4 min ago". */
  storeLine?: ReactNode;
  /** A `Banner` with `edge` above every page, such as an open support session. */
  banner?: ReactNode;
  children: ReactNode;
};

/** The frame of every signed-in page: navigation beside it on a wide screen, above and below it on a phone. */
export function AppShell(props: AppShellProps) {
  const { items, footerItems = [], destinations = [], workspace } = props;
  useSteadyNavigation();
  const [searching, setSearching] = useState(false);
  const openSearch = useCallback(() => setSearching(true), []);
  const all = [...items, ...footerItems];
  const current = currentHref(all, usePathname(), workspace.href);
  const others = props.workspaces
    .filter(({ id }) => id !== workspace.id)
    .map(({ name, href }) => ({ label: name, href, group: "Workspaces" }));
  const who = {
    workspace,
    workspaces: props.workspaces,
    newWorkspaceHref: props.newWorkspaceHref,
    user: props.user,
    onSignOut: props.onSignOut,
  };
  return (
    <div
      data-frame
      className="grid h-dvh grid-cols-[var(--sidebar)_minmax(0,1fr)] max-md:block max-md:h-auto max-md:min-h-dvh"
    >
      <a
        href={`#${MAIN_ID}`}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-ink px-4 py-3 text-canvas focus:translate-y-0"
      >
        Skip to the content
      </a>
      <Sidebar
        {...who}
        items={items}
        footerItems={footerItems}
        current={current}
        onSearch={openSearch}
        storeLine={props.storeLine}
      />
      <div className="flex min-h-0 min-w-0 flex-col">
        <PhoneTopBar {...who} onSearch={openSearch} />
        {props.banner}
        <main
          id={MAIN_ID}
          tabIndex={-1}
          className="relative min-h-0 flex-1 overflow-y-auto outline-none max-md:overflow-visible max-md:pb-[calc(var(--phone-nav)+16px)]"
        >
          {props.children}
        </main>
      </div>
      <PhoneNav items={all} current={current} storeLine={props.storeLine} />
      <CommandPalette
        destinations={[...all.map(({ href, label }) => ({ href, label })), ...destinations, ...others]}
        find={props.find}
        commands={props.commands}
        onSignOut={props.onSignOut}
        home={workspace.href}
        open={searching}
        onOpenChange={setSearching}
      />
    </div>
  );
}
