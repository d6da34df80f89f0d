/** What opens over a page, and goes away again with the focus in it. */
const OPENED =
  '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"], [data-radix-focus-guard]';

let last: Element | null = null;

/** Returns what had the focus last on the page itself, beside menus and dialogs; null if it is gone. */
export const lastFocusOfPage = (): Element | null => (last?.isConnected ? last : null);

if (typeof document !== "undefined")
  document.addEventListener(
    "focusin",
    ({ target }) => {
      if (target instanceof Element && !target.closest(OPENED)) last = target;
    },
    { capture: true },
  );
