import type { ReactNode } from "react";

/** One page of the navigation. Pages that do not exist are not listed. */
export type NavItem = {
  href: string;
  label: string;
  icon: ReactNode;
  /** How many entries are pending there; no count is shown if omitted. */
  count?: number;
  /** What the count means, for screen readers: "12 waiting". */
  countLabel?: string;
  /** True if the count is a total, not a number of pending entries; a phone then shows no badge for it. */
  countIsTotal?: boolean;
  /** True for a page of the bar at the bottom of a phone: the first four such pages; all others are under "More". */
  phone?: boolean;
};

export type WorkspaceLink = { id: string; name: string; href: string; detail?: string };

export type ShellUser = { name: string; email: string };

/** The account menu; `compact` shows no name beside the button. */
export type UserMenuProps = { user: ShellUser; onSignOut: () => void; compact?: boolean };

/** The menu of workspaces. */
export type WorkspaceSwitcherProps = {
  current: WorkspaceLink;
  workspaces: readonly WorkspaceLink[];
  newWorkspaceHref?: string;
};

/** The class of words that the sidebar has no place for where it shows icons alone; screen readers hear them. */
export const NOT_ON_RAIL = "md:max-rail:sr-only";

const PHONE_PLACES = 4;

/** Splits the navigation for a phone: the pages of the bar, and the others. */
export function splitForPhone(items: readonly NavItem[]): { bar: NavItem[]; more: NavItem[] } {
  const bar = items.filter((item) => item.phone).slice(0, PHONE_PLACES);
  return { bar, more: items.filter((item) => !bar.includes(item)) };
}

/**
 * Returns the address of the item whose page, or a page below it, is open: the longest address the path begins with.
 * The workspace's home address matches only itself; otherwise every page would belong to the overview.
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
