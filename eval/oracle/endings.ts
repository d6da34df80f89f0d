import { minorOf, unitOf } from "@/eval/oracle/exact";
import type { Holds } from "@/eval/oracle/floors";
import type { FullRules } from "@/server/domain/pricing/policy";

/** Returns which prices, in minor units of a currency, have an ending that some rounding permits. */
export function endingsOf({ endings, bands }: FullRules["rounding"], currency: string): Holds {
  const banded = bands.map((band) => ({
    from: band.price_from === undefined ? null : minorOf(band.price_from, currency),
    to: band.price_to === undefined ? null : minorOf(band.price_to, currency),
    isEnding: anyOf(band.endings, currency),
  }));
  const isUsual = anyOf(endings, currency);
  return (price) => {
    const band = banded.find(
      ({ from, to }) => (from === null || price >= from) && (to === null || price < to),
    );
    return (band?.isEnding ?? isUsual)(price);
  };
}

/** No endings permit any. */
function anyOf(texts: readonly string[], currency: string): Holds {
  const endings = texts.map((text) => endingOf(text, currency));
  return (price) => endings.length === 0 || endings.some(({ last, step }) => price % step === last);
}

/** ".99" are the last digits of 0.99, 1.99 and so on; "9.00" those of 9.00, 19.00 and so on. */
function endingOf(text: string, currency: string): { readonly last: bigint; readonly step: bigint } {
  const [digits = ""] = text.split(".");
  const last = minorOf(digits === "" ? `0${text}` : text, currency);
  return { last, step: unitOf(currency) * 10n ** BigInt(digits.length) };
}
