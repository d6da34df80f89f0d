"use client";

import { clsx } from "clsx";
import { Ellipsis, Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { layerWhenOpened } from "@/app/_components/when-opened";
import type { MoreProps } from "./more-sheet";
import { type NavItem, type ShellUser, splitForPhone, type WorkspaceLink } from "./navigation";
import { PrefetchedLink } from "./prefetched-link";
import { UserMenu } from "./user-menu";
import { WorkspaceSwitcher } from "./workspace-switcher";

const MoreSheet = layerWhenOpened(async () => (await import("./more-sheet")).MoreSheet);

/** The bar at the top of a phone: the workspace switcher, the search and the account menu. */
export function PhoneTopBar(props: {
  workspace: WorkspaceLink;
  workspaces: readonly WorkspaceLink[];
  newWorkspaceHref?: string;
  user: ShellUser;
  onSignOut: () => void;
  onSearch: () => void;
}) {
  return (
    <header className="flex h-[52px] items-center justify-between gap-2 border-b border-line px-2 md:hidden">
      <WorkspaceSwitcher
        current={props.workspace}
        workspaces={props.workspaces}
        newWorkspaceHref={props.newWorkspaceHref}
      />
      <div className="ml-auto flex items-center">
        <button
          type="button"
          aria-label="Search"
          onClick={props.onSearch}
          className="inline-flex size-11 items-center justify-center rounded-lg text-ink-soft hover:bg-hover"
        >
          <Search aria-hidden className="size-5" />
        </button>
        <UserMenu user={props.user} onSignOut={props.onSignOut} compact />
      </div>
    </header>
  );
}

const tabClass =
  "relative flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[11px] leading-4 [&_svg]:size-5";

/** The bar at the bottom of a phone: the most used pages, the others under "More". */
export function PhoneNav(props: {
  items: readonly NavItem[];
  current: string | null;
  storeLine?: ReactNode;
}) {
  const { bar, more } = splitForPhone(props.items);
  return (
    <nav
      aria-label="Main"
      data-phone-nav
      className="safe-bottom fixed inset-x-0 bottom-0 z-30 border-t border-line bg-panel md:hidden"
    >
      <div className="flex">
        {bar.map((item) => (
          <PhoneTab key={item.href} item={item} current={item.href === props.current} />
        ))}
        {more.length > 0 ? <More items={more} current={props.current} storeLine={props.storeLine} /> : null}
      </div>
    </nav>
  );
}

function PhoneTab({ item, current }: { item: NavItem; current: boolean }) {
  return (
    <PrefetchedLink
      href={item.href}
      aria-current={current ? "page" : undefined}
      className={clsx(tabClass, current ? "font-[600] text-accent" : "text-ink-soft")}
    >
      {item.icon}
      <span className="max-w-full truncate px-1">{item.label}</span>
      {item.count && !item.countIsTotal ? (
        <span className="num absolute top-1 left-[calc(50%+6px)] rounded-full bg-accent px-1.5 text-[11px] leading-4 font-[600] text-on-accent">
          {item.count > 99 ? "99+" : item.count}
          {item.countLabel ? <span className="sr-only"> {item.countLabel}</span> : null}
        </span>
      ) : null}
    </PrefetchedLink>
  );
}

function More(props: MoreProps) {
  const [open, setOpen] = useState(false);
  const within = props.items.some((item) => item.href === props.current);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        className={clsx(tabClass, within ? "font-[600] text-accent" : "text-ink-soft")}
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden />
        More
      </button>
      {open ? <MoreSheet {...props} onOpenChange={setOpen} /> : null}
    </>
  );
}
