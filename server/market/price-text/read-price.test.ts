import { describe, expect, it } from "vitest";
import { CURRENCIES, currencyDecimals } from "@/server/domain/currency";
import { formatAmount } from "@/server/domain/money";
import { readPrice, readPrices } from "@/server/market/price-text/read-price";
import type { PriceHints } from "@/server/market/price-text/reading";
import { fc } from "@/server/testing/seed";

const parsedText = (text: string, hints?: PriceHints): string | null => {
  const parsed = readPrice(text, hints);
  return parsed && `${parsed.amount} ${parsed.currency ?? "?"} ${parsed.form}`;
};

describe("a price as shops of the world write it", () => {
  it.each([
    ["2.449,00 €", "2449.00 EUR exact"],
    ["17,35 €", "17.35 EUR exact"],
    ["2.449 €", "2449 EUR exact"],
    ["€ 1 849", "1849 EUR exact"],
    ["0,79 €", "0.79 EUR exact"],
    ["8.250 KD", "8.250 KWD exact"],
    ["KD 1,250.500", "1250.500 KWD exact"],
    ["0.125 BHD", "0.125 BHD exact"],
    ["₹2,45,990", "245990 INR exact"],
    ["CHF 2'450.–", "2450 CHF exact"],
    ["CHF 19.90", "19.90 CHF exact"],
    ["24,- €", "24 EUR exact"],
    ["1 799,- Kč", "1799 CZK exact"],
    ["R$ 2.349,50", "2349.50 BRL exact"],
    ["2 790 ₽", "2790 RUB exact"],
    ["7.990 Ft", "7990 HUF exact"],
    ["349.000₫", "349000 VND exact"],
    ["NT$ 2,480", "2480 TWD exact"],
    ["US $ 14.20", "14.20 USD exact"],
    ["CAD $62.00", "62.00 CAD exact"],
    ["62,00 $ CA", "62.00 CAD exact"],
    ["$62.00 USD", "62.00 USD exact"],
    ["S/.34.50", "34.50 PEN exact"],
    ["2.349,50 TL", "2349.50 TRY exact"],
    ["Preis in EUR: 17,35", "17.35 EUR exact"],
    ["R 2 449,00", "2449.00 ZAR exact"],
    ["١٬٨٤٩٫٥٠ ر.س", "1849.50 SAR exact"],
    ["１７，３５ €", "17.35 EUR exact"],
    ["2\u202f449,00\u00a0€", "2449.00 EUR exact"],
    ["24€90", "24.90 EUR exact"],
    ["24 90 €", "24.90 EUR exact"],
    ["24⁹⁰ €", "24.90 EUR exact"],
    ["24€⁹⁰", "24.90 EUR exact"],
    ["$24\n90", "24.90 ? exact"],
    ["$ 24 . 90", "24.90 ? exact"],
    ["24,90 €¹", "24.90 EUR exact"],
    ["24'90 €", "24.90 EUR exact"],
    ["7 zł 50 gr", "7.50 PLN exact"],
    ["Rs. 2.5 lakh", "250000 ? exact"],
    ["2,5万元", "25000 ? exact"],
    ["Rp 2,5 juta", "2500000 IDR exact"],
    ["Gr. 44 € 24,90", "24.90 EUR exact"],
    ["Size 9 $24.90", "24.90 ? exact"],
  ])("%s is %s", (text, expected) => {
    expect(parsedText(text)).toBe(expected);
  });

  it("keeps exactly the decimals that are written", () => {
    expect(["7 €", "7,0 €", "7,00 €", "7,000.00 €"].map((text) => readPrice(text)?.amount)).toEqual([
      "7",
      "7.0",
      "7.00",
      "7000.00",
    ]);
  });

  it("says where in the text it stands, whatever characters lie before it", () => {
    const text = "\u200eＰｒｉｃｅ 😀: \u200f१२.५० €!";
    const parsed = readPrice(text);
    expect(text.slice(parsed?.start, parsed?.end)).toBe("१२.५० €");
    expect(parsed?.amount).toBe("12.50");
  });
});

describe("an ambiguous currency sign", () => {
  it.each<[string, PriceHints, string | null]>([
    ["$62.00", {}, null],
    ["$62.00", { currency: "CAD" }, "CAD"],
    ["$62.00", { currency: "EUR" }, null],
    ["$62.00", { country: "AU" }, "AUD"],
    ["$62.00", { language: "en-NZ" }, "NZD"],
    ["$62.00", { language: "en" }, null],
    ["$62.00", { country: "EC" }, "USD"],
    ["$62.00", { nearbyText: "Price (SGD)" }, "SGD"],
    ["349 kr", { language: "sv" }, "SEK"],
    ["349 kr", { language: "sv", country: "NO" }, "NOK"],
    ["349 kr.", { language: "da" }, "DKK"],
    ["349 kr", {}, null],
    ["¥3,480", { language: "ja" }, "JPY"],
    ["¥3,480", { country: "CN" }, "CNY"],
    ["£24.90", { country: "GB" }, "GBP"],
    ["£24.90", {}, null],
    ["24.90", { currency: "GBP" }, "GBP"],
    ["24.90 €", { currency: "GBP" }, "EUR"],
    ["24.90", { currency: "pounds" }, null],
  ])("%s beside %o is %s", (text, hints, currency) => {
    expect(readPrice(text, hints)?.currency).toBe(currency);
  });

  it("keeps its text where the currency stays open, also for what is no ISO currency", () => {
    expect(readPrice("$62.00")).toMatchObject({ currency: null, currencyText: "$" });
    expect(readPrice("62,000 تومان", { currency: "IRR" })).toMatchObject({
      currency: null,
      currencyText: "تومان",
    });
  });
});

describe("hundredths named as such", () => {
  it("are never read as whole units", () => {
    expect(parsedText("85p", { country: "GB" })).toBe("0.85 GBP exact");
    expect(parsedText("85 pence")).toBe("0.85 GBP exact");
    expect(parsedText("85¢", { currency: "USD" })).toBe("0.85 USD exact");
    expect(parsedText("85 ct", { currency: "EUR" })).toBe("0.85 EUR exact");
  });
});

describe("one separator before three digits", () => {
  it.each<[string, PriceHints, string, boolean]>([
    ["2.449", { currency: "EUR" }, "2449", true],
    ["2.449", { currency: "KWD" }, "2.449", true],
    ["2,449", { currency: "KWD" }, "2449", false],
    ["2,449", { currency: "TND", language: "fr-TN" }, "2.449", true],
    ["2.449", { currency: "EUR", decimalSeparator: "." }, "2.449", true],
    ["2,449 €", { language: "de" }, "2449", false],
    ["2,449 €", { language: "en" }, "2449", true],
    ["24495.750", { currency: "EUR" }, "24495.750", true],
    ["0.449", { currency: "EUR" }, "0.449", true],
  ])("%s beside %o is %s", (text, hints, amount, certain) => {
    expect(readPrice(text, hints)).toMatchObject({ amount, certain });
  });
});

describe("what a price is asked for", () => {
  it.each([
    ["ab 14,90 €", "14.90 EUR from"],
    ["14,90 € – 24,90 €", "14.90 EUR range"],
    ["from 14 to 24 €", "14 EUR range"],
    ["4,79 €/kg", "4.79 EUR per_unit"],
    ["100 g = 2,30 €", "2.30 EUR per_unit"],
    ["3,49 € (6,98 € / 1 kg)", "3.49 EUR exact"],
    ["2 for €5", "5 EUR bundle"],
    ["Statt 79,95 € jetzt nur 49,95 €", "49.95 EUR exact"],
    ["49,95 € statt 79,95 €", "49.95 EUR exact"],
    ["UVP 79,95 €", "79.95 EUR was"],
    ["Was €79.95 Now €49.95", "49.95 EUR exact"],
    ["De R$ 279,90 por R$ 219,90", "219.90 BRL exact"],
    ["18 x 24,90 €", "24.90 EUR instalment"],
    ["€24.90/month", "24.90 EUR instalment"],
    ["€120.00 or 4 payments of €30.00", "120.00 EUR exact"],
    ["39,90 € inkl. 19 % MwSt., zzgl. 5,90 € Versand", "39.90 EUR exact"],
    ["2,19 € + 0,25 € Pfand", "2.19 EUR exact"],
    ["15% off €34.00", "34.00 EUR exact"],
    ["Kostenlos", "0 ? free"],
  ])("%s is %s", (text, expected) => {
    expect(parsedText(text)).toBe(expected);
  });

  it.each([
    "Save €20",
    "-7,00 €",
    "zzgl. 5,90 € Versand",
    "Free delivery on orders over €60",
    "Pfand 0,25 €",
  ])("%s tells of no price of the thing", (text) => {
    expect(readPrice(text)).toBeNull();
    expect(readPrices(text)).toHaveLength(1);
  });

  it("reads both ends of a range once", () => {
    expect(readPrices("14,90 – 24,90 €")).toMatchObject([
      { amount: "14.90", highAmount: "24.90", start: 0, end: 15 },
    ]);
  });
});

describe("what is no price", () => {
  it.each([
    ["a share", "35%"],
    ["a rating", "4.3 out of 5"],
    ["a rating with a comma", "4,3 von 5 Sternen"],
    ["a fraction of stars", "4.3/5"],
    ["a date", "14.03.2026"],
    ["an ISO date", "2026-03-14"],
    ["a date with slashes", "14/03/2026"],
    ["a month", "March 2026"],
    ["a time", "18:45"],
    ["a telephone number", "+44 20 7946 0018"],
    ["a telephone number at home", "0800-555-0142"],
    ["a count", "214 reviews"],
    ["a count in brackets", "(214)"],
    ["an article number", "Art.-Nr. 44871"],
    ["a code", "AB-44871"],
    ["a bar code", "5012345678900"],
    ["an address of the internet", "10.20.30.40"],
    ["a version", "v2.4.1"],
    ["a volume", "0,75 L"],
    ["a weight", "850 g"],
    ["a pack", "6 x 0,33 l"],
    ["a stock", "Nur noch 4 auf Lager"],
    ["a ranking", "TOP 20"],
    ["a language", "PHP 8.4"],
    ["a processor", "AMD 7800"],
    ["a number that goes on unread", "3万4800円"],
    ["a price on request", "Preis auf Anfrage"],
    ["nothing", ""],
  ])("%s", (_what, text) => {
    expect(readPrice(text)).toBeNull();
  });
});

const LOCALES =
  `de-DE de-AT de-CH fr-FR fr-CA fr-CH it-IT es-ES es-MX es-AR pt-BR pt-PT nl-NL nl-BE sv-SE nb-NO da-DK fi-FI
  is-IS pl-PL cs-CZ sk-SK hu-HU ro-RO bg-BG hr-HR sl-SI sr-RS et-EE lv-LV lt-LT ru-RU uk-UA el-GR tr-TR he-IL ar-EG ar-SA
  ar-AE ar-TN fa-IR hi-IN mr-IN bn-BD ta-IN th-TH vi-VN id-ID ms-MY ja-JP ko-KR zh-CN zh-TW en-US en-GB en-IN en-AU en-ZA
  my-MM ne-NP ka-GE`.split(/\s+/u);

const isDecimal = (text: string): text is `${number}` => /^\d+(?:\.\d+)?$/.test(text);

/** The amount as Intl formats it, exactly: a decimal string is not converted to a float. */
function written(
  locale: string,
  currency: string,
  amount: string,
  currencyDisplay: "code" | "symbol",
): string {
  if (!isDecimal(amount)) throw new Error("No decimal.");
  const digits = currencyDecimals(currency) ?? 2;
  const style = { style: "currency", currency, currencyDisplay } as const;
  return new Intl.NumberFormat(locale, {
    ...style,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

describe("what Intl writes in any locale and currency", () => {
  const price = fc.record({
    locale: fc.constantFrom(...LOCALES),
    currency: fc.constantFrom(...CURRENCIES),
    minor: fc.oneof(fc.bigInt(0n, 99_999n), fc.bigInt(0n, 1_000_000_000_000n)),
  });
  const surrounding = (locale: string) => ({ language: locale, country: locale.split("-")[1] ?? null });

  it("is read back the same by its code", () => {
    fc.assert(
      fc.property(price, ({ locale, currency, minor }) => {
        const amount = formatAmount(minor, currency);
        const parsed = readPrice(written(locale, currency, amount, "code"), surrounding(locale));
        expect(parsed).toMatchObject({ amount, currency, form: "exact" });
      }),
      { numRuns: 3_000 },
    );
  });

  it("is read back the same by its sign, where the page declares the currency", () => {
    fc.assert(
      fc.property(price, ({ locale, currency, minor }) => {
        const amount = formatAmount(minor, currency);
        const hints = { ...surrounding(locale), currency };
        expect(readPrice(written(locale, currency, amount, "symbol"), hints)).toMatchObject({
          amount,
          currency,
        });
      }),
      { numRuns: 3_000 },
    );
  });

  it("is never read as another currency or another amount", () => {
    fc.assert(
      fc.property(price, ({ locale, currency, minor }) => {
        const amount = formatAmount(minor, currency);
        const parsed = readPrice(written(locale, currency, amount, "symbol"), surrounding(locale));
        expect([currency, null, undefined]).toContain(parsed?.currency);
        expect([amount, undefined]).toContain(parsed?.amount);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("texts that nobody meant to be read", () => {
  it("are read without failing, and what is found lies where it is said to lie", () => {
    const piece = fc.constantFrom(
      ..."0123456789.,' -€$¥%/:()\n",
      "kr",
      "USD",
      "ab",
      "٣",
      "万",
      "⁹",
      "12",
      "1 299",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 2 }))), (pieces) => {
        const text = pieces.join("");
        let end = 0;
        for (const reading of readPrices(text)) {
          expect(reading.amount).toMatch(/^(?:0|[1-9]\d*)(?:\.\d+)?$/);
          expect(reading.start).toBeGreaterThanOrEqual(end);
          expect(reading.end).toBeGreaterThan(reading.start);
          end = reading.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["digits", "1"],
    ["thousands", "123 "],
    ["separators", "1.,"],
    ["currencies", "$ "],
    ["prices", "12,99 € "],
    ["lines", "1\n"],
    ["words", "from price "],
    ["letters", "a"],
  ])("take time in proportion to their length: %s", (_what, unit) => {
    const text = unit.repeat(Math.ceil(30_000 / unit.length));
    const began = process.cpuUsage();
    readPrices(text);
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(6_000);
  });
});
