import type { Destination } from "./command-match";

const MOST = 5;
const GROUP = "Recent";

let opened: readonly Destination[] = [];

/** Remembers a destination that was opened from the palette, until the page is reloaded or left. */
export function rememberOpened(destination: Destination): void {
  const others = opened.filter(({ href }) => href !== destination.href);
  opened = [destination, ...others].slice(0, 4 * MOST);
}

/** Returns the destinations opened last below an address, the latest first, under a heading of their own. */
export const recentlyOpened = (below: string): readonly Destination[] =>
  opened
    .filter(({ href }) => href.startsWith(`${below}/`))
    .slice(0, MOST)
    .map((destination) => ({ ...destination, group: GROUP }));
