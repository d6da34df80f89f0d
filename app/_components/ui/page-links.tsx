"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useId, useLayoutEffect, useRef } from "react";
import { cn } from "@/app/_components/class-names";
import { tabClass } from "./tabs";

/** Pages that belong together, under one heading. */
export type PageGroup = {
  readonly title: string;
  readonly pages: readonly { readonly href: string; readonly label: string }[];
};

/**
 * Links to pages in groups: a list at the side, and on a phone, where there is no side, a row of tabs that scrolls. The
 * address, or one below it, determines which page is open.
 */
export function PageLinks(props: { label: string; groups: readonly PageGroup[]; className?: string }) {
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  useLayoutEffect(() => showCurrent(nav.current), [pathname]);
  return (
    <nav
      ref={nav}
      aria-label={props.label}
      className={cn(
        "flex flex-col gap-5 max-md:flex-row max-md:overflow-x-auto max-md:border-b max-md:border-line",
        props.className,
      )}
    >
      {props.groups.map((group) => (
        <Group key={group.title} {...group} pathname={pathname} />
      ))}
    </nav>
  );
}

function Group({ title, pages, pathname }: PageGroup & { readonly pathname: string }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col max-md:contents">
      <div id={id} className="mb-1 px-2 text-xs font-[600] text-ink-dim max-md:sr-only">
        {title}
      </div>
      {pages.map(({ href, label }) => {
        const current = pathname === href || pathname.startsWith(`${href}/`);
        return (
          <Link
            key={href}
            href={href}
            aria-current={current ? "page" : undefined}
            className={cn(
              tabClass,
              "md:mb-0 md:h-8 md:rounded-lg md:border-0 md:px-2 md:py-0 md:hover:bg-hover",
              current && "border-ink font-[560] text-ink md:bg-chip md:hover:bg-chip",
            )}
          >
            {label}
          </Link>
        );
      })}
    </div>
  );
}

/** Scrolls a row of tabs sideways, and nothing else, until the open one is in the middle, as far as there are tabs beside it. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current="page"]');
  if (!nav || !current || nav.scrollWidth <= nav.clientWidth) return;
  const middle = (box: DOMRect): number => box.left + box.width / 2;
  nav.scrollLeft += middle(current.getBoundingClientRect()) - middle(nav.getBoundingClientRect());
}
