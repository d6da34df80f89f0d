/** Whether PostgreSQL and JSON can hold the text as it stands: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !/[\u0000\p{Surrogate}]/u.test(text);

/** What is said of a text that cannot be held. */
export const NOT_STORABLE = "must not contain NUL characters or broken Unicode";
