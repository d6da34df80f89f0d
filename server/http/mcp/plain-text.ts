/**
 * Characters that can hide text or reorder it: control characters except tab and line breaks, direction marks and
 * overrides, invisible operators and tag characters. Joiners stay, because scripts and emoji need them.
 */
const HIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu;

/** Replaces each hidden character with U+FFFD, which is visible. */
export const plainText = (text: string): string => text.replace(HIDDEN, "\uFFFD");

/** Returns the JSON value with `plainText` applied to every string and field name. */
export function plainJson(value: unknown): unknown {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(plainJson);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [plainText(key), plainJson(inner)]));
}
