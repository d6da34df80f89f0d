import { type NameFound, nameBefore, nameFrom } from "@/server/market/price-text/currency-match";
import { multiplierAt } from "@/server/market/price-text/multipliers";
import type { NumberToken } from "@/server/market/price-text/number-tokens";

/** The currency names beside a number: the one written with it, and one on its other side that disambiguates it. */
export type Claim = { readonly name: NameFound | null; readonly narrowing: NameFound | null };

const BEFORE_NUMBER = /^[)\].:= \n]{0,4}$/;
const AFTER_NUMBER = /^[ \n([]{0,3}$/;
const WIDEST_GAP = 4;

/** Assigns each number the currency name beside it. A name between two numbers belongs to the closer one. */
export function claimNames(text: string, tokens: readonly NumberToken[]): readonly Claim[] {
  const before = tokens.map((token, index) => {
    const found = prefixOf(text, token);
    const previous = tokens[index - 1];
    return found !== null && previous !== undefined && found.start < previous.end ? null : found;
  });
  const after = tokens.map((token, index) => {
    const found = suffixOf(text, token);
    const next = tokens[index + 1];
    return found !== null && next !== undefined && found.end > next.start ? null : found;
  });
  for (let index = 0; index + 1 < tokens.length; index += 1) {
    const [suffix, prefix] = [after[index], before[index + 1]];
    if (!suffix || !prefix || suffix.end <= prefix.start) continue;
    const sameLine = onOneLine(text, tokens, index, suffix, prefix);
    if (
      sameLine ??
      belongsLeft(tokens, index, suffix, prefix, before[index] ?? null, after[index + 1] ?? null)
    ) {
      before[index + 1] = null;
    } else after[index] = null;
  }
  return tokens.map((_token, index) => claimOf(text, before[index] ?? null, after[index] ?? null));
}

function claimOf(text: string, before: NameFound | null, after: NameFound | null): Claim {
  if (before === null || after === null) {
    const name = before ?? after;
    return { name, narrowing: name && narrowingBeside(text, name, before !== null) };
  }
  const shared = before.codes.filter((code) => after.codes.includes(code));
  if (shared.length > 0) return { name: before, narrowing: after };
  return { name: before.strength === "unit" && after.strength === "sign" ? after : before, narrowing: null };
}

/** Maximum number of blanks and brackets between two names. */
const FURTHEST = 2;

/** A second name on the far side of the first: "CAD $80", "80 $ (CAD)". */
function narrowingBeside(text: string, name: NameFound, isBefore: boolean): NameFound | null {
  if (name.codes.length < 2) return null;
  const gap = isBefore
    ? /[ (]*$/.exec(text.slice(Math.max(0, name.start - FURTHEST - 1), name.start))
    : /^[ (]*/.exec(text.slice(name.end));
  const width = gap?.[0].length ?? 0;
  if (width > FURTHEST) return null;
  const found = isBefore ? nameBefore(text, name.start - width) : nameFrom(text, name.end + width);
  return found?.codes.some((code) => name.codes.includes(code)) ? found : null;
}

/** Returns whether only the left number is on the name's line (true), or only the right one (false); else null. */
function onOneLine(
  text: string,
  tokens: readonly NumberToken[],
  index: number,
  suffix: NameFound,
  prefix: NameFound,
): boolean | null {
  const isLeft = !text.slice(tokens[index]?.end, suffix.start).includes("\n");
  const isRight = !text.slice(prefix.end, tokens[index + 1]?.start).includes("\n");
  return isLeft === isRight ? null : isLeft;
}

function belongsLeft(
  tokens: readonly NumberToken[],
  index: number,
  suffix: NameFound,
  prefix: NameFound,
  ownBefore: NameFound | null,
  nextAfter: NameFound | null,
): boolean {
  const [left, right] = [tokens[index], tokens[index + 1]];
  if (left === undefined || right === undefined) return true;
  if (ownBefore !== null) return false;
  const [gapLeft, gapRight] = [suffix.start - left.end, right.start - prefix.end];
  if (gapLeft !== gapRight) return gapLeft < gapRight;
  return nextAfter !== null || left.separators.length > 0 || right.separators.length === 0;
}

function prefixOf(text: string, token: NumberToken): NameFound | null {
  for (let gap = 0; gap <= WIDEST_GAP; gap += 1) {
    const end = token.start - gap;
    if (end <= 0 || !BEFORE_NUMBER.test(text.slice(end, token.start))) return null;
    const found = nameBefore(text, end);
    if (found !== null) return found;
  }
  return null;
}

function suffixOf(text: string, token: NumberToken): NameFound | null {
  const end = token.end + (multiplierAt(text.slice(token.end, token.end + 14), true)?.length ?? 0);
  for (let gap = 0; gap < WIDEST_GAP; gap += 1) {
    const start = end + gap;
    if (start >= text.length || !AFTER_NUMBER.test(text.slice(end, start))) return null;
    const found = nameFrom(text, start);
    if (found !== null) return found;
  }
  return null;
}
