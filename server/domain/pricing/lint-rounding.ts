import { currencyDecimals } from "@/server/domain/currency";
import { MAX_MINOR, parseAmount } from "@/server/domain/money";
import { type Ending, parseEnding } from "@/server/domain/pricing/engine/endings";
import type { RuleFinding } from "@/server/domain/pricing/lint-finding";
import type { FullRules } from "@/server/domain/pricing/policy";
import { divideCeil, parseRatio } from "@/server/domain/ratio";

type Range = { readonly from: bigint; readonly to: bigint };

/**
 * Returns findings about bands whose prices have none of their endings, bands that earlier bands cover completely,
 * and bands whose endings lie too far apart for a price to move from one to the next. `path` locates the rules in the
 * document.
 */
export function lintRounding(
  path: string,
  { rounding, constraints }: FullRules,
  currency: string,
): RuleFinding[] {
  const decimals = currencyDecimals(currency) ?? 0;
  const covered: Range[] = [];
  const endings = [rounding.endings, ...rounding.bands.map((band) => band.endings)].flat();
  const unused =
    rounding.direction === undefined || endings.length > 0
      ? []
      : [
          finding(
            "warning",
            `${path}.rounding.direction`,
            "direction_unused",
            "Any ending is permitted: nothing is rounded.",
          ),
        ];
  const ofBands = rounding.bands.flatMap((band, index) => {
    const at = `${path}.rounding.bands.${index}`;
    const range = {
      from: band.price_from === undefined ? 1n : atLeastOne(parseAmount(band.price_from, currency)),
      to: band.price_to === undefined ? MAX_MINOR : parseAmount(band.price_to, currency) - 1n,
    };
    const open = withoutCovered(range, covered);
    covered.push(range);
    if (open.length === 0)
      return [finding("warning", at, "band_never_used", "Earlier bands take every price of this one.")];
    const endings = band.endings.flatMap((text) => parseEnding(text, decimals) ?? []);
    const never = endings.filter((ending) => !open.some((part) => occurs(ending, part)));
    if (endings.length > 0 && never.length === endings.length)
      return [
        finding("error", `${at}.endings`, "ending_never_met", "No price of this band has such an ending."),
      ];
    const missing = never.map(({ text }) =>
      finding(
        "warning",
        `${at}.endings.${band.endings.indexOf(text)}`,
        "ending_unused",
        `No price of this band ends in ${text}.`,
      ),
    );
    return [...missing, ...tooFarApart(at, endings, range, constraints)];
  });
  return [...unused, ...ofBands];
}

const finding = (level: RuleFinding["level"], path: string, code: string, message: string): RuleFinding => ({
  level,
  path,
  code,
  message,
  about: ["rounding", "constraints"],
});

const atLeastOne = (minor: bigint): bigint => (minor < 1n ? 1n : minor);

const withoutCovered = (range: Range, covered: readonly Range[]): Range[] =>
  covered
    .reduce<Range[]>(
      (open, { from, to }) =>
        open.flatMap((part) => [
          { from: part.from, to: part.to < from - 1n ? part.to : from - 1n },
          { from: part.from > to + 1n ? part.from : to + 1n, to: part.to },
        ]),
      [range],
    )
    .filter(({ from, to }) => from <= to);

/** Whether the range contains a price with that ending; prices begin at one minor unit. */
const occurs = ({ step, rest }: Ending, { from, to }: Range): boolean =>
  divideCeil(from - rest, step) * step + rest <= to;

/** Checks from the band's highest price, from which the next ending is the easiest to reach. */
function tooFarApart(
  path: string,
  endings: readonly Ending[],
  { to }: Range,
  constraints: FullRules["constraints"],
): RuleFinding[] {
  const share = constraints.max_change ?? constraints.max_change_per_day;
  if (share === null || endings.length === 0 || to === MAX_MINOR) return [];
  const { num, den } = parseRatio(share);
  if (smallestGap(endings) * den <= to * num) return [];
  const message = "Endings lie further apart than a price may move: prices with one never reach the next.";
  return [finding("warning", `${path}.endings`, "endings_too_far", message)];
}

/**
 * Returns the smallest distance between two prices with these endings; steps are powers of ten, so the smallest
 * divides all others.
 */
function smallestGap(endings: readonly Ending[]): bigint {
  const step = endings.reduce(
    (smallest, ending) => (ending.step < smallest ? ending.step : smallest),
    MAX_MINOR,
  );
  const rests = [...new Set(endings.map(({ rest }) => rest % step))].sort((a, b) => (a < b ? -1 : 1));
  return rests.reduce((smallest, rest, index) => {
    const next = rests[index + 1] ?? (rests[0] ?? 0n) + step;
    return next - rest < smallest ? next - rest : smallest;
  }, step);
}
