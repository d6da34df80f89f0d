/** An exact fraction; `den` is positive. */
export type Ratio = { readonly num: bigint; readonly den: bigint };

const DECIMAL = /^(-?)(\d{1,9})(?:\.(\d{1,9}))?$/;

/** Parses a decimal fraction ("0.20", "-0.05") exactly. @throws RangeError when the text is no plain decimal */
export function parseRatio(text: string): Ratio {
  const match = DECIMAL.exec(text);
  if (match === null) throw new RangeError(`"${text.slice(0, 40)}" is not a decimal fraction such as 0.20.`);
  const [, sign = "", whole = "", fraction = ""] = match;
  const digits = BigInt(whole + fraction);
  return lowest(sign === "" ? digits : -digits, 10n ** BigInt(fraction.length));
}

/** Parses a decimal fraction as `parseRatio` does; null stays null: the rule is not set. */
export const ratioOrNull = (text: string | null): Ratio | null => (text === null ? null : parseRatio(text));

/** Whether `text` is a decimal fraction that parseRatio accepts. */
export const isRatioText = (text: string): boolean => DECIMAL.test(text);

/** Returns the fraction in lowest terms; `den` must not be 0. */
export function lowest(num: bigint, den: bigint): Ratio {
  const divisor = gcd(num < 0n ? -num : num, den < 0n ? -den : den);
  const sign = den < 0n ? -1n : 1n;
  return { num: (sign * num) / divisor, den: (sign * den) / divisor };
}

/** Formats num/den as a decimal string with four decimals, rounded half to even. @throws RangeError when den is 0 */
export function formatRatio(num: bigint, den: bigint): string {
  const tenThousandths = divideHalfEven(num * 10_000n, den);
  const negative = tenThousandths < 0n;
  const digits = (negative ? -tenThousandths : tenThousandths).toString().padStart(5, "0");
  const point = digits.length - 4;
  return `${negative ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Formats num/den as a percentage with at most one decimal: 0.2 → "20 %", 0.025 → "2.5 %". */
export function formatPercent(num: bigint, den: bigint): string {
  const tenths = divideHalfEven(num * 1_000n, den);
  const negative = tenths < 0n;
  const size = negative ? -tenths : tenths;
  const rest = size % 10n;
  return `${negative ? "−" : ""}${size / 10n}${rest === 0n ? "" : `.${rest}`} %`;
}

/** Returns the integer nearest to num/den, rounded half to even. @throws RangeError when den is 0 */
export function divideHalfEven(num: bigint, den: bigint): bigint {
  if (den === 0n) throw new RangeError("A ratio needs a denominator that is not 0.");
  const top = den < 0n ? -num : num;
  const bottom = den < 0n ? -den : den;
  const down = divideFloor(top, bottom);
  const twiceRest = 2n * (top - down * bottom);
  if (twiceRest < bottom) return down;
  if (twiceRest > bottom) return down + 1n;
  return down % 2n === 0n ? down : down + 1n;
}

/** Returns the largest integer not above num/den, for den > 0. */
export function divideFloor(num: bigint, den: bigint): bigint {
  const quotient = num / den;
  return num < 0n && quotient * den !== num ? quotient - 1n : quotient;
}

/** Returns the smallest integer not below num/den, for den > 0. */
export function divideCeil(num: bigint, den: bigint): bigint {
  const quotient = num / den;
  return num > 0n && quotient * den !== num ? quotient + 1n : quotient;
}

function gcd(a: bigint, b: bigint): bigint {
  let [left, right] = [a, b];
  while (right !== 0n) [left, right] = [right, left % right];
  return left === 0n ? 1n : left;
}
