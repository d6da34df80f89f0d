/** Whether PostgreSQL and JSON can store the text unchanged: no NUL, no unpaired surrogate. */
export const isStorable = (text: string): boolean => !/[\u0000\p{Surrogate}]/u.test(text);

/** The most characters of a reason or comment that a person writes. */
export const MAX_REASON_LENGTH = 500;

/** The message for a text that cannot be stored. */
export const NOT_STORABLE = "must not contain NUL characters or broken Unicode";

/** Control characters except tab and line breaks, and characters that change the writing direction. */
const MISLEADING = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const INVISIBLE = /[\t\n\r\u00ad\u200b-\u200f\u2028\u2029\u2060\ufeff]/;
// Scripts whose spelling needs joiners: cursive ones, and those with conjunct consonants.
const JOINED = [
  ...["Arabic", "Syriac", "Mongolian", "Nko"],
  ...["Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam"],
  ...["Sinhala", "Khmer", "Myanmar"],
].map((script) => `\\p{Script_Extensions=${script}}`);
/** A joiner where it is needed: between two letters of such a script, or between two emoji. */
const NEEDED_JOINER = new RegExp(
  `(?<=[${JOINED.join("")}])[\\u200c\\u200d](?=[${JOINED.join("")}])|` +
    `(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})`,
  "gu",
);

/** Whether the text is displayed as written: no characters that control a terminal or reorder letters. */
export const isReadable = (text: string): boolean => !MISLEADING.test(text);

/** The message for a text that is not. */
export const NOT_READABLE = "must not contain control characters or marks that turn the direction of text";

/**
 * Whether a code such as a sku is a single line in which lookalikes are equal: no blanks but spaces, no zero-width
 * characters.
 */
export const isPlainCode = (text: string): boolean => isReadable(text) && !INVISIBLE.test(text);

/**
 * Whether a name is a single line without characters that cannot be seen. Joiners may stand inside of a word that is
 * spelled with them, one at a time.
 */
export const isPlainName = (text: string): boolean => isPlainCode(text.replace(NEEDED_JOINER, ""));

export const NOT_PLAIN = "must not contain control characters, line breaks or characters that cannot be seen";

/** Returns a count as messages and mails write it, as pages do: 10,000. */
export const grouped = (count: number): string => count.toLocaleString("en-US");

/** Replaces misleading characters with spaces; for foreign texts that are not rejected. */
export const readable = (text: string): string => text.replace(new RegExp(MISLEADING, "g"), " ");
