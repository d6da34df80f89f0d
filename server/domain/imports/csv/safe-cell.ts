const FORMULA_BEGINNINGS = String.raw`[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]`;
const FORMULA = new RegExp(`^${FORMULA_BEGINNINGS}`);
const MARKED = new RegExp(`^'${FORMULA_BEGINNINGS}`);

/** Prefixes a cell that a spreadsheet would run as a formula with an apostrophe, which spreadsheets read as text. */
export const safeCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Takes off such an apostrophe, which exports of stores put before the same characters. */
export const withoutSafeMark = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell);
