/** Whether PostgreSQL and JSON can hold the text as it stands: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !/[\u0000\p{Surrogate}]/u.test(text);

/** What is said of a text that cannot be held. */
export const NOT_STORABLE = "must not contain NUL characters or broken Unicode";

/** Control characters but tab and line breaks, and those that turn the direction of what follows them. */
const MISLEADING = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const INVISIBLE = /[\t\n\r\u00ad\u200b-\u200f\u2028\u2029\u2060\ufeff]/;

/** Whether a text reads as what it is: nothing in it controls a terminal or turns the letters around it. */
export const isReadable = (text: string): boolean => !MISLEADING.test(text);

/** What is said of a text that does not. */
export const NOT_READABLE = "must not contain control characters or marks that turn the direction of text";

/** Whether a name is of one line, and two that look alike are alike: no blanks but spaces, nothing without a width. */
export const isPlainName = (text: string): boolean => isReadable(text) && !INVISIBLE.test(text);

export const NOT_PLAIN = "must not contain control characters, line breaks or characters that cannot be seen";

/** The text without what makes it misread; for texts of others that we do not refuse. */
export const readable = (text: string): string => text.replace(new RegExp(MISLEADING, "g"), " ");
