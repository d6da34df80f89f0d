import type { CallStorage } from "./stored-calls";

/** What a person had typed into one field when the session ended. */
interface Typed {
  readonly at: string;
  /** The name of the field, with the title of the dialog it stands in. */
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

function noteTyping({ target }: Event): void {
  if (isText(target)) typed.add(target);
}

/** Secrets are never written down: passwords, and what a form marks as one. */
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

/** Writes down what stands in the fields that were typed in, for after signing in. */
export function keepTyped(storage: CallStorage, person: string): void {
  const fields = [...typed].filter((field) => field.isConnected && field.value !== "");
  if (fields.length === 0) return;
  const at = window.location.pathname;
  const kept = fields.map((field): Typed => ({ at, field: nameOf(field), value: field.value }));
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify({ person, kept }));
  } catch {
    // A full or forbidden store keeps nothing; signing in works all the same.
  }
}

/**
 * Puts what was typed back into its fields as they appear, and notes what is typed from now on. A field gets its text
 * once, as if it were typed: forms notice.
 * @returns what ends it
 */
export function followTyping(storage: CallStorage, person: string): () => void {
  document.addEventListener("input", noteTyping, true);
  let waiting = takeKept(storage, person);
  const fill = () => {
    for (const field of document.querySelectorAll<TextField>(FIELDS)) {
      const found = isText(field) ? waiting.find((kept) => belongs(kept, field)) : undefined;
      if (!found) continue;
      waiting = waiting.filter((kept) => kept !== found);
      typeInto(field, found.value);
    }
    if (waiting.length === 0) observer.disconnect();
  };
  const observer = new MutationObserver(fill);
  if (waiting.length > 0) {
    observer.observe(document.body, { childList: true, subtree: true });
    fill();
  }
  return () => {
    observer.disconnect();
    document.removeEventListener("input", noteTyping, true);
    typed.clear();
  };
}

const belongs = ({ at, field: name }: Typed, field: TextField): boolean =>
  at === window.location.pathname && name === nameOf(field);

/** React reads a field's value through a setter of its own on the element, so the one beneath it is used. */
function typeInto(field: TextField, value: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function takeKept(storage: CallStorage, person: string): readonly Typed[] {
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
