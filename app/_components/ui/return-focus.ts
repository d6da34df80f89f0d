import { lastFocusOfPage } from "@/app/_components/last-focus";

/**
 * Gives the focus back when what is open closes, to what had it last on the page: the button that was pressed, or that
 * of the menu. Where that is gone because of what was done meanwhile, it goes to the content of the page. A handler of
 * the library's `onCloseAutoFocus`, which by itself knows its own triggers alone.
 */
export function returnFocus(event: Event): void {
  event.preventDefault();
  const target = lastFocusOfPage() ?? document.querySelector("main");
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
