/** Returns the time zone of the reader's machine, an IANA name; a new workspace begins with it. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
