"use client";

import { clsx } from "clsx";
import { Count } from "@/app/_components/pricing/price";
import { type NavItem, NOT_ON_RAIL } from "./navigation";
import { PrefetchedLink } from "./prefetched-link";

/** One line of the navigation: icon, name and count. */
export function NavLink(props: { item: NavItem; current: boolean; onFollow?: () => void }) {
  const { item, current } = props;
  return (
    <PrefetchedLink
      href={item.href}
      onClick={props.onFollow}
      title={item.label}
      aria-current={current ? "page" : undefined}
      className={clsx(
        "relative flex h-8 items-center gap-2.5 rounded-lg px-2 max-md:h-12 max-md:px-3 max-md:text-[15px]",
        "[&_svg]:size-4 [&_svg]:shrink-0",
        current ? "bg-chip font-[550] text-ink" : "text-ink-soft hover:bg-hover hover:text-ink",
      )}
    >
      {item.icon}
      <span className={clsx("truncate", NOT_ON_RAIL)}>{item.label}</span>
      {item.count === undefined ? null : <NavCount item={item} current={current} />}
    </PrefetchedLink>
  );
}

function NavCount({ item, current }: { item: NavItem; current: boolean }) {
  return (
    <>
      <span
        className={clsx("ml-auto text-xs font-medium", NOT_ON_RAIL, current ? "text-ink" : "text-ink-dim")}
      >
        <Count value={item.count ?? 0} />
        {item.countLabel ? <span className="sr-only"> {item.countLabel}</span> : null}
      </span>
      {item.count && !item.countIsTotal ? (
        <span
          aria-hidden
          className="absolute top-1 right-1 hidden size-2 rounded-full bg-accent md:max-rail:block"
        />
      ) : null}
    </>
  );
}
