import type { CallStorage } from "./stored-calls";

/** The text a person had typed into one field when the session ended. */
interface Typed {
  readonly at: string;
  /** The title of the surrounding dialog and the field's name. */
  readonly field: string;
  readonly value: string;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const STORAGE_KEY = "pricecheck.typed";
const FIELDS = "input, textarea";
const TEXTUAL = new Set([
  "text",
  "email",
  "number",
  "search",
  "url",
  "tel",
  "datetime-local",
  "date",
  "textarea",
]);
const typed = new Set<TextField>();

function recordTyping({ target }: Event): void {
  if (isText(target)) typed.add(target);
}

/** Excludes secrets, which are never stored: passwords, and fields that a form marks as secret. */
const isText = (target: unknown): target is TextField =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  TEXTUAL.has(target.type) &&
  !/password|one-time-code|off/.test(target.autocomplete) &&
  target.closest("[data-secret]") === null;

function nameOf(field: TextField): string {
  const dialog = field.closest('[role="dialog"]');
  const title = dialog && document.getElementById(dialog.getAttribute("aria-labelledby") ?? "");
  const label = field.labels?.[0]?.textContent ?? field.getAttribute("aria-label") ?? field.name;
  return `${title?.textContent ?? ""} / ${label}`;
}

/** Stores the text of the fields that were typed in, to restore it after signing in. */
export function storeTypedText(storage: CallStorage, person: string): void {
  const fields = [...typed].filter((field) => field.isConnected && field.value !== "");
  if (fields.length === 0) return;
  const at = window.location.pathname;
  const kept = fields.map((field): Typed => ({ at, field: nameOf(field), value: field.value }));
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify({ person, kept }));
  } catch {
    // The storage is full or disabled: nothing is stored, and signing in still works.
  }
}

/**
 * Restores typed text into its fields as they appear, and records typing from now on. A field is restored once, with
 * an input event as if it were typed, so that forms notice.
 * @returns a function that stops both
 */
export function restoreTypedText(storage: CallStorage, person: string): () => void {
  document.addEventListener("input", recordTyping, true);
  let pending = takeStored(storage, person);
  const fill = () => {
    for (const field of document.querySelectorAll<TextField>(FIELDS)) {
      const found = isText(field) ? pending.find((kept) => belongs(kept, field)) : undefined;
      if (!found) continue;
      pending = pending.filter((kept) => kept !== found);
      typeInto(field, found.value);
    }
    if (pending.length === 0) observer.disconnect();
  };
  const observer = new MutationObserver(fill);
  if (pending.length > 0) {
    observer.observe(document.body, { childList: true, subtree: true });
    fill();
  }
  return () => {
    observer.disconnect();
    document.removeEventListener("input", recordTyping, true);
    typed.clear();
  };
}

const belongs = ({ at, field: name }: Typed, field: TextField): boolean =>
  at === window.location.pathname && name === nameOf(field);

/** React overrides the value setter on the element, so the prototype's setter is called instead. */
function typeInto(field: TextField, value: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function takeStored(storage: CallStorage, person: string): readonly Typed[] {
  try {
    const found = JSON.parse(storage.getItem(STORAGE_KEY) ?? "null") as {
      person: string;
      kept: readonly Typed[];
    } | null;
    storage.removeItem(STORAGE_KEY);
    return found?.person === person ? found.kept : [];
  } catch {
    return [];
  }
}
