import type { ReactNode } from "react";

/** One page in the navigation. Only pages that exist are given. */
export type NavItem = {
  href: string;
  label: string;
  icon: ReactNode;
  /** How many wait there; nothing is shown when left out. */
  count?: number;
  /** What is counted, for screen readers: "12 waiting". */
  countLabel?: string;
  /** The count is how many there are, not how many wait: it asks for nobody's attention on a phone. */
  countIsTotal?: boolean;
  /** Shown in the bar at the bottom of a phone; the first four so marked, the rest under "More". */
  phone?: boolean;
};

export type WorkspaceLink = { id: string; name: string; href: string; detail?: string };

export type ShellUser = { name: string; email: string };

const PHONE_PLACES = 4;

/** The navigation as a phone shows it: the few in the bar, and the others. */
export function splitForPhone(items: readonly NavItem[]): { bar: NavItem[]; more: NavItem[] } {
  const bar = items.filter((item) => item.phone).slice(0, PHONE_PLACES);
  return { bar, more: items.filter((item) => !bar.includes(item)) };
}

/**
 * The item whose page, or a page below it, is open: the longest address that the path begins with. A
 * workspace's own address matches only itself, or every page would belong to the overview.
 */
export function currentHref(items: readonly NavItem[], pathname: string, homeHref: string): string | null {
  const matching = items.filter(
    ({ href }) => pathname === href || (href !== homeHref && pathname.startsWith(`${href}/`)),
  );
  return matching.reduce<string | null>(
    (longest, { href }) => (longest === null || href.length > longest.length ? href : longest),
    null,
  );
}
