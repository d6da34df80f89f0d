"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useId } from "react";

/** Pages that belong together, under one heading. */
type PageGroup = {
  readonly title: string;
  readonly pages: readonly { readonly href: string; readonly label: string }[];
};

/** A list of links to pages in groups, for the side. The address, or one below it, determines which page is open. */
export function PageLinks(props: { label: string; groups: readonly PageGroup[]; className?: string }) {
  const pathname = usePathname();
  return (
    <nav aria-label={props.label} className={clsx("flex flex-col gap-5", props.className)}>
      {props.groups.map((group) => (
        <Group key={group.title} {...group} pathname={pathname} />
      ))}
    </nav>
  );
}

function Group({ title, pages, pathname }: PageGroup & { readonly pathname: string }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col">
      <div id={id} className="mb-1 px-2 text-xs font-[600] text-ink-dim">
        {title}
      </div>
      {pages.map(({ href, label }) => {
        const current = pathname === href || pathname.startsWith(`${href}/`);
        return (
          <Link
            key={href}
            href={href}
            aria-current={current ? "page" : undefined}
            className={clsx(
              "flex h-8 items-center rounded-lg px-2",
              current ? "bg-chip font-[560] text-ink" : "text-ink-soft hover:bg-hover hover:text-ink",
            )}
          >
            {label}
          </Link>
        );
      })}
    </div>
  );
}
