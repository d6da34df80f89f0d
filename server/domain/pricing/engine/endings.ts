import { currencyDecimals } from "@/server/domain/currency";
import { MAX_MINOR, parseAmount } from "@/server/domain/money";
import type { FullRules } from "@/server/domain/pricing/policy";
import { divideFloor } from "@/server/domain/ratio";

/** Prices congruent to `rest` modulo `step`, in minor units: ".99" in euros is 99 modulo 100. */
export type Ending = { readonly text: string; readonly step: bigint; readonly rest: bigint };

/** The endings allowed for prices of at least `from` and at most `to`; none at all means every price is allowed. */
export type EndingBand = { readonly from: bigint; readonly to: bigint; readonly endings: readonly Ending[] };

/**
 * Parses an ending as written at the end of a price with `decimals` decimals: ".99", "9.95", or for a currency
 * without decimals "80". Null when no such price can end so.
 */
export function parseEnding(text: string, decimals: number): Ending | null {
  const form = decimals === 0 ? /^(\d{1,6})()$/ : /^(\d{0,6})\.(\d+)$/;
  const match = form.exec(text);
  if (match === null) return null;
  const [, whole = "", fraction = ""] = match;
  if (fraction.length !== decimals) return null;
  return { text, step: 10n ** BigInt(whole.length + decimals), rest: BigInt(whole + fraction) };
}

/**
 * Compiles a rounding rule to bands that cover every price once: the document's bands in its order, where the first
 * match wins; the general endings apply to the remaining prices.
 * @throws RangeError or AmountError for a value that cannot be parsed
 */
export function compileBands(rounding: FullRules["rounding"], currency: string): EndingBand[] {
  const decimals = currencyDecimals(currency) ?? 0;
  const read = (texts: readonly string[]) =>
    texts.map((text) => {
      const ending = parseEnding(text, decimals);
      if (ending === null) throw new RangeError(`"${text}" is not the ending of a price in ${currency}.`);
      return ending;
    });
  const bands: EndingBand[] = [];
  let open: { from: bigint; to: bigint }[] = [{ from: 1n, to: MAX_MINOR }];
  for (const band of rounding.bands) {
    const from = band.price_from === undefined ? 1n : parseAmount(band.price_from, currency);
    const to = band.price_to === undefined ? MAX_MINOR : parseAmount(band.price_to, currency) - 1n;
    const endings = read(band.endings);
    bands.push(...open.map((gap) => ({ ...overlap(gap, from, to), endings })).filter((b) => b.from <= b.to));
    open = open
      .flatMap((gap) => [overlap(gap, gap.from, from - 1n), overlap(gap, to + 1n, gap.to)])
      .filter((gap) => gap.from <= gap.to);
  }
  const general = read(rounding.endings);
  return [...bands, ...open.map((gap) => ({ ...gap, endings: general }))];
}

const overlap = (gap: { from: bigint; to: bigint }, from: bigint, to: bigint) => ({
  from: gap.from > from ? gap.from : from,
  to: gap.to < to ? gap.to : to,
});

/** On which side of the target an ending is looked for first; null where the policy does not say, so the nearer. */
export type RoundingDirection = NonNullable<FullRules["rounding"]["direction"]> | null;

/** Returns the rule's endings as text: ".49 or .99". */
export function endingsText(rounding: FullRules["rounding"]): string {
  const all = [...new Set([...rounding.endings, ...rounding.bands.flatMap((band) => band.endings)])].sort();
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}

/**
 * Returns the price in [lo, hi] with an allowed ending that is nearest to `target` on the side that the direction
 * names, and the nearest on the other side where the limits leave none there. Null when there is none. All in minor
 * units.
 */
export function roundedPrice(
  target: bigint,
  lo: bigint,
  hi: bigint,
  { bands, roundingDirection: direction }: Rounding,
): bigint | null {
  const at = target < lo ? lo : target > hi ? hi : target;
  const onSide =
    direction === "up"
      ? nearestPermitted(at, at, hi, bands)
      : direction === "down"
        ? nearestPermitted(at, lo, at, bands)
        : null;
  return onSide ?? nearestPermitted(target, lo, hi, bands);
}

/** The endings of a scope, and the side of the target on which they are looked for. */
export type Rounding = {
  readonly bands: readonly EndingBand[];
  readonly endingsText: string;
  readonly roundingDirection: RoundingDirection;
};

/** Returns the ending of a price as its band writes it; null where its band permits any. */
function endingOf(price: bigint, bands: readonly EndingBand[]): string | null {
  const band = bands.find(({ from, to }) => price >= from && price <= to);
  return band?.endings.find(({ step, rest }) => price % step === rest)?.text ?? null;
}

const SIDES = {
  nearest: "nearest to the target",
  up: "next above the target",
  down: "next below the target",
};

/**
 * Returns how a price got its ending, as a step of the price says it. Where the policy states a direction the ending is
 * named, with those that it was chosen from.
 * @param price the price found; null where no ending is permitted
 */
export function endingLabel(
  target: bigint,
  price: bigint | null,
  { bands, endingsText: texts, roundingDirection: direction }: Rounding,
): string {
  const ending = price === null ? null : endingOf(price, bands);
  if (direction === null || price === null || ending === null)
    return `Ending ${texts}, ${SIDES[direction ?? "nearest"]}`;
  const choice = ending === texts ? "" : ` of ${texts}`;
  if (price === target) return `Ending ${ending}${choice}, which the target has`;
  const isThere = direction === "nearest" || price > target === (direction === "up");
  const side = direction === "up" ? "above" : "below";
  return `Ending ${ending}${choice}, ${isThere ? SIDES[direction] : `since the limits permit none ${side} the target`}`;
}

/**
 * Returns the price in [lo, hi] with an allowed ending that is nearest to `target`; of two equally near the higher
 * one, which has the larger margin. Null when there is none. All in minor units.
 */
function nearestPermitted(
  target: bigint,
  lo: bigint,
  hi: bigint,
  bands: readonly EndingBand[],
): bigint | null {
  let best: bigint | null = null;
  for (const band of bands) {
    const from = lo > band.from ? lo : band.from;
    const to = hi < band.to ? hi : band.to;
    if (from > to) continue;
    const at = target < from ? from : target > to ? to : target;
    if (band.endings.length === 0) {
      best = nearer(target, best, at);
      continue;
    }
    for (const ending of band.endings) {
      const below = divideFloor(at - ending.rest, ending.step) * ending.step + ending.rest;
      if (below >= from) best = nearer(target, best, below);
      const above = below === at ? below : below + ending.step;
      if (above <= to) best = nearer(target, best, above);
    }
  }
  return best;
}

function nearer(target: bigint, best: bigint | null, price: bigint): bigint {
  if (best === null) return price;
  const bestDistance = best < target ? target - best : best - target;
  const distance = price < target ? target - price : price - target;
  if (distance < bestDistance) return price;
  return distance === bestDistance && price > best ? price : best;
}
