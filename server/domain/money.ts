import { currencyDecimals } from "@/server/domain/currency";

/** An amount in minor units (cents, fils, yen) of an ISO 4217 currency. */
export type Money = { readonly minor: bigint; readonly currency: string };
/** An amount on the wire: a decimal string in major units with the currency's number of decimals. */
export type WireMoney = { readonly amount: string; readonly currency: string };

/** The largest accepted amount, in minor units: a PostgreSQL bigint holds nine thousand times as much. */
export const MAX_MINOR = 1_000_000_000_000_000n;

/** An amount or a currency that cannot be parsed; `message` is suitable for the person who wrote it. */
export class AmountError extends Error {
  override readonly name = "AmountError";
}

const PLAIN_DECIMAL = /^(-?)(\d{1,20})(?:\.(\d{1,60}))?$/;

/**
 * Nobody writes an amount with more decimals; further ones are what is left of computing with binary fractions
 * (12.549999999999999) or of a division (24.159663865546218). No currency has as many.
 */
const WRITTEN_DECIMALS = 6;

/**
 * Parses a decimal in major units ("19.99") as minor units of `currency` (1999n). Fewer decimals than the currency
 * has are accepted, and zeros behind them ("19.9000"); an amount with more than six other decimals was computed, and
 * is rounded half up. Other amounts with more decimals than the currency has, exponents, spaces, separators, a plus
 * sign and amounts beyond MAX_MINOR are rejected. A minus sign is accepted only with `signed`.
 * @throws AmountError
 */
export function parseAmount(text: string, currency: string, signed = false): bigint {
  const decimals = decimalsOf(currency);
  const match = PLAIN_DECIMAL.exec(text);
  if (match === null) {
    throw new AmountError(
      `"${text.slice(0, 40)}" is not a plain decimal amount such as ${sample(decimals)}.`,
    );
  }
  const [, sign = "", whole = "", fraction = ""] = match;
  if (sign !== "" && !signed) throw new AmountError(`The amount ${text} is negative.`);
  const { minor: floor, rest, unit, isComputed } = minorUnits(whole, fraction, decimals);
  if (rest > 0n && !isComputed) {
    throw new AmountError(`${text} has more decimals than ${currency} has (${decimals}).`);
  }
  const minor = rest * 2n >= unit ? floor + 1n : floor;
  if (minor > MAX_MINOR) throw new AmountError(`The amount ${text} is larger than Pricecheck can hold.`);
  return sign === "" ? minor : -minor;
}

/**
 * Rounds a decimal up to the currency's decimals, as a cost is that has more of them: a margin is never overstated.
 * @returns the amount as `formatAmount` writes it; null where nothing has to be rounded, and for any other text
 */
export function roundedUp(text: string, currency: string): string | null {
  const decimals = currencyDecimals(currency);
  const [match, sign = "", whole = "", fraction = ""] = PLAIN_DECIMAL.exec(text) ?? [];
  if (match === undefined || decimals === null || sign !== "") return null;
  const { minor, rest } = minorUnits(whole, fraction, decimals);
  return rest === 0n ? null : formatAmount(minor + 1n, currency);
}

/** Splits a decimal into whole minor units and the rest, which is less than `unit`, both at six decimals. */
function minorUnits(whole: string, fraction: string, decimals: number) {
  const written = fraction.replace(/0+$/, "");
  const exact = BigInt(whole + written.slice(0, WRITTEN_DECIMALS).padEnd(WRITTEN_DECIMALS, "0"));
  const micro = (written[WRITTEN_DECIMALS] ?? "0") >= "5" ? exact + 1n : exact;
  const unit = 10n ** BigInt(WRITTEN_DECIMALS - decimals);
  const isComputed = written.length > WRITTEN_DECIMALS;
  return { minor: micro / unit, rest: micro % unit, unit, isComputed };
}

/** Formats minor units as a decimal with exactly the currency's decimals: 1999n EUR → "19.99". @throws AmountError */
export function formatAmount(minor: bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  const text = minor.toString();
  if (decimals === 0) return text;
  const negative = text.startsWith("-");
  const digits = (negative ? text.slice(1) : text).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return `${negative ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * Formats an amount for people, with its currency, as the pages do: 1099000n EUR → "10,990.00 EUR".
 * @throws AmountError
 */
export function formatPrice(minor: bigint, currency: string): string {
  const [whole = "", ...decimals] = formatAmount(minor, currency).split(".");
  return `${[whole.replace(/\B(?=(\d{3})+$)/g, ","), ...decimals].join(".")} ${currency}`;
}

/**
 * Parses the output of `formatAmount`. Sums may be larger than any accepted amount, so there is no limit.
 * @throws AmountError for any other text
 */
export function readFormatted(text: string, currency: string): bigint {
  const match = /^-?\d+(?:\.(\d+))?$/.exec(text);
  if (match === null || (match[1]?.length ?? 0) !== decimalsOf(currency))
    throw new AmountError(`"${text.slice(0, 40)}" is not an amount as Pricecheck writes it in ${currency}.`);
  return BigInt(text.replace(".", ""));
}

/** Returns the wire form of an amount. @throws AmountError for an unknown currency */
export const toWire = (money: Money): WireMoney => ({
  amount: formatAmount(money.minor, money.currency),
  currency: money.currency,
});

/**
 * Returns the presenter of a currency's amounts: minor units in, the wire form out, null where an amount is unknown.
 */
export const wireIn =
  (currency: string) =>
  (minor: bigint | null): WireMoney | null =>
    minor === null ? null : toWire({ minor, currency });

function decimalsOf(currency: string): number {
  const decimals = currencyDecimals(currency);
  if (decimals === null) {
    throw new AmountError(`"${currency.slice(0, 10)}" is not an ISO 4217 currency such as EUR.`);
  }
  return decimals;
}

const sample = (decimals: number): string => (decimals === 0 ? "1999" : `19.${"9".repeat(decimals)}`);
