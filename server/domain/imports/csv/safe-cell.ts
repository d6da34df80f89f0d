/** Prefixes a cell that a spreadsheet would run as a formula with an apostrophe, which spreadsheets read as text. */
export const safeCell = (text: string): string =>
  /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
