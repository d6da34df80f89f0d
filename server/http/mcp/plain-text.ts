/**
 * What can hide in a text or turn it around: control characters but tab and line breaks, marks and overrides of the
 * writing direction, invisible operators and the tag characters. Joiners stay, as scripts and emoji need them.
 */
const HIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu;

/** Makes visible what a text hides: each such character stands as U+FFFD. */
export const plainText = (text: string): string => text.replace(HIDDEN, "\uFFFD");

/** The same JSON value with every text in it, names of fields included, made plain. */
export function plainJson(value: unknown): unknown {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(plainJson);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [plainText(key), plainJson(inner)]));
}
