import { MAIN_ID } from "@/app/_components/shell/scroll-to-top";

/** Where somebody left the catalog for an item. */
interface CatalogPlace {
  readonly path: string;
  /** The filters, the order and the page. */
  readonly search: string;
  readonly itemId: string;
  /** The row's distance from the top of the window, in pixels. */
  readonly top: number;
}

let left: CatalogPlace | null = null;

const linkOf = (itemId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemId)}"]`);

/** Remembers the catalog's address and the row that is opened. */
export function leaveFor(itemId: string): void {
  const { pathname: path, search } = window.location;
  left = { path, search, itemId, top: linkOf(itemId)?.getBoundingClientRect().top ?? 0 };
}

/**
 * Returns the address of the catalog that somebody came from: its path, with filters and page if it was left for an
 * item.
 */
export const placeAddress = (path: string): string => (left?.path === path ? path + left.search : path);

/**
 * Puts the row that was opened back where it was and focuses it, if this is the address that was left.
 * @returns whether the row is there
 */
export function returnToPlace(): boolean {
  if (left === null || left.path !== window.location.pathname || left.search !== window.location.search)
    return false;
  const link = linkOf(left.itemId);
  if (link === null) return false;
  const { top } = left;
  const distance = () => link.getBoundingClientRect().top - top;
  // A wide screen scrolls the main part, a phone the window.
  document.getElementById(MAIN_ID)?.scrollBy(0, distance());
  window.scrollBy(0, distance());
  link.focus({ preventScroll: true });
  left = null;
  return true;
}
