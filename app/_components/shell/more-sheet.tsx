"use client";

import type { ReactNode } from "react";
import { Sheet, SheetContent } from "@/app/_components/ui/sheet";
import { NavLink } from "./nav-link";
import type { NavItem } from "./navigation";

export interface MoreProps {
  readonly items: readonly NavItem[];
  /** The address of the page that is open, if the navigation has it. */
  readonly current: string | null;
  readonly storeLine?: ReactNode;
}

/** The pages that the bar at the bottom of a phone has no place for. */
export function MoreSheet(props: MoreProps & { onOpenChange: (open: boolean) => void }) {
  const { onOpenChange } = props;
  return (
    <Sheet open onOpenChange={onOpenChange}>
      <SheetContent title="More">
        <nav aria-label="More pages" className="flex flex-col gap-0.5">
          {props.items.map((item) => (
            <NavLink
              key={item.href}
              item={item}
              current={item.href === props.current}
              onFollow={() => onOpenChange(false)}
            />
          ))}
        </nav>
        {props.storeLine ? <div className="px-3 pt-4 text-xs text-ink-dim">{props.storeLine}</div> : null}
      </SheetContent>
    </Sheet>
  );
}
