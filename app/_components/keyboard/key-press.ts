/** The part of a keyboard event that decides whether a page's own keys may act on it. */
export type KeyPress = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  defaultPrevented: boolean;
};

/** The part of the event's target that is used: a query for its ancestors. */
export type PressedOn = { closest: (selector: string) => unknown };

/** The part of the document that is used: a query for open dialogs and menus. */
export type PageAbove = { querySelector: (selector: string) => unknown };

const TYPING = 'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"]';
const PRESSABLE =
  'a[href], button, summary, [role="button"], [role="checkbox"], [role="switch"], [role="tab"]';
const OPEN_LAYER =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"][data-state="open"]';

/**
 * Returns the name a key is registered under: letters in lower case, other keys by their `KeyboardEvent.key`, "?" as
 * typed.
 */
export function keyName(press: Pick<KeyPress, "key">): string {
  return press.key.length === 1 ? press.key.toLowerCase() : press.key;
}

/**
 * True if a single key may act: no modifier but shift, no text field in focus, no dialog or menu open above the page,
 * and Enter or Space not already meant for the focused control.
 */
export function mayAct(press: KeyPress, target: PressedOn | null, page: PageAbove): boolean {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing || press.defaultPrevented)
    return false;
  if (target?.closest(TYPING)) return false;
  if ((press.key === "Enter" || press.key === " ") && target?.closest(PRESSABLE)) return false;
  return page.querySelector(OPEN_LAYER) === null;
}
