"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useLayoutEffect, useRef } from "react";
import { cn } from "@/app/_components/class-names";
import { tabClass } from "./tabs";

/** Tabs that are separate pages, as in settings: the address, or one below it, determines which one is open. */
export function TabLinks(props: {
  label: string;
  items: readonly { href: string; label: string; count?: number }[];
  className?: string;
}) {
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  useLayoutEffect(() => showCurrent(nav.current), [pathname]);
  return (
    <nav
      ref={nav}
      aria-label={props.label}
      className={cn("flex gap-5 overflow-x-auto border-b border-line", props.className)}
    >
      {props.items.map((item) => {
        const current = pathname === item.href || pathname.startsWith(`${item.href}/`);
        return (
          <Link
            key={item.href}
            href={item.href}
            aria-current={current ? "page" : undefined}
            className={cn(tabClass, current && "border-ink font-[560] text-ink")}
          >
            {item.label}
            {item.count === undefined ? null : <span className="num text-xs text-ink-dim">{item.count}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

/** Scrolls the tabs sideways, and nothing else, until the open one is in the middle, as far as there are tabs beside it. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current="page"]');
  if (!nav || !current || nav.scrollWidth <= nav.clientWidth) return;
  const middle = (box: DOMRect): number => box.left + box.width / 2;
  nav.scrollLeft += middle(current.getBoundingClientRect()) - middle(nav.getBoundingClientRect());
}
