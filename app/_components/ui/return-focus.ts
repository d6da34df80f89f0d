/** What opens over a page, and goes away again with the focus in it. */
const OPENED =
  '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"], [data-radix-focus-guard]';

/** What had the focus last on the page itself, beside menus and dialogs. */
let last: Element | null = null;

if (typeof document !== "undefined")
  document.addEventListener(
    "focusin",
    ({ target }) => {
      if (target instanceof Element && !target.closest(OPENED)) last = target;
    },
    { capture: true },
  );

/**
 * Gives the focus back when what is open closes, to what had it last on the page: the button that was pressed, or that
 * of the menu. Where that is gone because of what was done meanwhile, it goes to the content of the page. A handler of
 * the library's `onCloseAutoFocus`, which by itself knows its own triggers alone.
 */
export function returnFocus(event: Event): void {
  event.preventDefault();
  const target = last?.isConnected ? last : document.querySelector("main");
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
