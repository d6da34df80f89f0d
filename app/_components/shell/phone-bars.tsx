"use client";

import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cn } from "@/app/_components/class-names";
import { Sheet, SheetContent, SheetTrigger } from "@/app/_components/ui/sheet";
import { NavLink } from "./nav-link";
import { type NavItem, type ShellUser, splitForPhone, type WorkspaceLink } from "./navigation";
import { PrefetchedLink } from "./prefetched-link";
import { UserMenu } from "./user-menu";
import { WorkspaceSwitcher } from "./workspace-switcher";

/** The bar at the top of a phone: the workspace switcher and the account menu. */
export function PhoneTopBar(props: {
  workspace: WorkspaceLink;
  workspaces: readonly WorkspaceLink[];
  newWorkspaceHref?: string;
  user: ShellUser;
  onSignOut: () => void;
}) {
  return (
    <header className="flex h-[52px] items-center justify-between gap-2 border-b border-line px-2 md:hidden">
      <WorkspaceSwitcher
        current={props.workspace}
        workspaces={props.workspaces}
        newWorkspaceHref={props.newWorkspaceHref}
      />
      <UserMenu user={props.user} onSignOut={props.onSignOut} compact />
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
      className={cn(tabClass, current ? "font-[600] text-accent" : "text-ink-soft")}
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

function More(props: { items: readonly NavItem[]; current: string | null; storeLine?: ReactNode }) {
  const [open, setOpen] = useState(false);
  const within = props.items.some((item) => item.href === props.current);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger className={cn(tabClass, within ? "font-[600] text-accent" : "text-ink-soft")}>
        <Ellipsis aria-hidden />
        More
      </SheetTrigger>
      <SheetContent title="More">
        <nav aria-label="More pages" className="flex flex-col gap-0.5">
          {props.items.map((item) => (
            <NavLink
              key={item.href}
              item={item}
              current={item.href === props.current}
              onFollow={() => setOpen(false)}
            />
          ))}
        </nav>
        {props.storeLine ? <div className="px-3 pt-4 text-xs text-ink-dim">{props.storeLine}</div> : null}
      </SheetContent>
    </Sheet>
  );
}
