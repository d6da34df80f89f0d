/** The digits of one number in a text, in plain characters, with the separators between them. */
export type NumberToken = {
  readonly start: number;
  readonly end: number;
  readonly runs: readonly string[];
  /** One fewer than `runs`; `^` before superscript digits. */
  readonly separators: readonly string[];
  /** ".75": no whole part. */
  readonly leadingPoint: boolean;
  /** "12,-": a dash in place of the fraction. */
  readonly dashed: boolean;
  /** A separator was followed by a space, as in "392. 00". */
  readonly loose: boolean;
};

type Growing = { -readonly [Key in keyof NumberToken]: NumberToken[Key] } & {
  runs: string[];
  separators: string[];
};

const TIGHT = /([.,]{1,2})?(\d+(?:(?:[.,'·٫٬]| [.,] )\d+)*)/gu;
const RAISED = /^[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}(?![⁰¹²³⁴⁵⁶⁷⁸⁹])/u;
const RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const NO_PARTS = /^(?:[.,:] ?-{1,2}|[.,]=|\/-)(?!\d)/;
const MAX_GROUPED = 6;

/**
 * Returns all numbers of a plain text in order. Digits separated only by a space are one number when they can be
 * thousands.
 */
export function numberTokens(text: string): readonly NumberToken[] {
  const tight = [...text.matchAll(TIGHT)].map((match) => tightToken(text, match));
  const tokens: NumberToken[] = [];
  for (let index = 0; index < tight.length; index += 1) {
    const token = tight[index];
    if (token === undefined) break;
    index += takeThousands(text, token, tight.slice(index + 1, index + MAX_GROUPED));
    const next = tight[index + 1];
    if (next !== undefined && takeLoosePart(text, token, next)) index += 1;
    takeEnding(text, token);
    tokens.push(token);
  }
  return tokens;
}

function tightToken(text: string, match: RegExpExecArray): Growing {
  const lead = match[1] ?? "";
  const digits = match[2] ?? "";
  const before = text.charAt(match.index - 1);
  const leadingPoint = lead !== "" && !/[\p{L}\d)/]/u.test(before);
  return {
    start: leadingPoint ? match.index : match.index + lead.length,
    end: match.index + match[0].length,
    runs: digits.split(/\D+/u),
    separators: digits
      .split(/\d+/u)
      .map((part) => part.trim())
      .filter((part) => part !== ""),
    leadingPoint,
    dashed: false,
    loose: false,
  };
}

/** Joins "1 299" and "1 299,00"; returns how many of the following tokens it consumed. */
function takeThousands(text: string, token: Growing, following: readonly Growing[]): number {
  const head = token.runs[0] ?? "";
  if (token.runs.length > 1 || token.leadingPoint || head.length > 3 || head.startsWith("0")) return 0;
  let taken = 0;
  for (const next of following) {
    const [group = "", ...parts] = next.runs;
    if (next.start !== token.end + 1 || text.charAt(token.end) !== " " || next.leadingPoint) break;
    if (group.length !== 3 || parts.length > 1) break;
    token.runs.push(group, ...parts);
    token.separators.push(" ", ...next.separators);
    token.end = next.end;
    taken += 1;
    if (parts.length > 0) break;
  }
  return taken;
}

/** Joins "392. 00" and "1.837, 32", unless the text suggests a list or a sentence. */
function takeLoosePart(text: string, token: Growing, next: Growing): boolean {
  const between = text.slice(token.end, next.start);
  const separator = between.charAt(0);
  if (!/^[.,] $/.test(between) || next.runs.length !== 1 || next.runs[0]?.length !== 2) return false;
  if (token.separators.includes(separator) || /[\p{L}\d]/u.test(text.charAt(next.end))) return false;
  if (/^[.,] ?\d/.test(text.slice(next.end))) return false;
  const before = text.slice(Math.max(0, token.start - 20), token.start).trimEnd();
  if (before !== "" && !/[\p{Sc}:]$/u.test(before)) return false;
  token.runs.push(...next.runs);
  token.separators.push(separator);
  token.end = next.end;
  token.loose = true;
  return true;
}

/**
 * Returns two superscript digits at an index, a common form of the fraction of a price; null for none, or for a
 * footnote.
 */
export function raisedParts(text: string, index: number): string | null {
  const raised = RAISED.exec(text.slice(index, index + 3))?.[0] ?? "";
  return raised.length === 2 ? [...raised].map((digit) => RAISED_DIGITS.indexOf(digit)).join("") : null;
}

/** Consumes superscript digits ("12⁹⁹") as the fraction, a single one as a footnote, and the dash of "12,-". */
function takeEnding(text: string, token: Growing): void {
  const raised = RAISED.exec(text.slice(token.end, token.end + 3))?.[0] ?? "";
  const parts = raisedParts(text, token.end);
  token.end += raised.length;
  if (parts !== null && !token.separators.some((separator) => /[.,]/.test(separator))) {
    token.runs.push(parts);
    token.separators.push("^");
    return;
  }
  const dash = raised === "" ? NO_PARTS.exec(text.slice(token.end, token.end + 4))?.[0] : undefined;
  if (dash !== undefined) {
    token.end += dash.length;
    token.dashed = true;
  }
}
