import { describe, expect, it } from "vitest";
import { currencyBeside, currencyCode } from "./currency-words";
import { decideMark, type MarkEvidence, markEvidence, plainAmount } from "./decimal-mark";

const counted = (amounts: readonly string[]) => {
  const counts = { point: 0, comma: 0, either: 0, eitherComma: 0 };
  for (const amount of amounts) {
    const evidence = markEvidence(amount);
    if (evidence === "none") continue;
    counts[evidence]++;
    if (evidence === "either" && amount.includes(",")) counts.eitherComma++;
  }
  return counts;
};
const decided = (amounts: readonly string[], documented = false) =>
  decideMark([counted(amounts)], documented);

describe("what an amount says about its decimal mark", () => {
  it.each<[string, MarkEvidence]>([
    ["9.90", "point"],
    ["9,90", "comma"],
    ["1.234,5", "comma"],
    ["1,234.50", "point"],
    ["1.234.567", "comma"],
    ["1,234,567", "point"],
    ["1.234", "either"],
    ["1,234 €", "either"],
    ["0,125", "comma"],
    ["1234.567", "point"],
    ["12 345,60 €", "comma"],
    ["EUR 9,90", "comma"],
    ["Fr. 1.234", "either"],
    ["1999", "none"],
    ["12.-", "none"],
    ["1.290.-", "none"],
    ["1,290,--", "none"],
    ["CHF 7,--", "none"],
    ["1.234,-", "comma"],
    ["1,234.– €", "point"],
    ["", "none"],
    ["free", "none"],
    ["01.02.2026", "none"],
    ["gültig ab 1.1.", "none"],
    ["ab 1.1.", "none"],
    ["19.0 %", "none"],
  ])("%s: %s", (amount, evidence) => {
    expect(markEvidence(amount)).toBe(evidence);
  });

  it("is nothing in a cell far longer than an amount, however its characters are made up", () => {
    for (const separator of [".", ",", " ", "'"])
      expect(markEvidence(`1${separator.repeat(300_000)}1x`)).toBe("none");
    expect(markEvidence("1,5".padEnd(300_000, ", "))).toBe("none");
  });
});

describe("the decimal mark of a file", () => {
  it("is the one that its amounts show", () => {
    expect(decided(["1.234", "9,90"])).toBe("comma");
    expect(decided(["1,234", "9.90"])).toBe("point");
    expect(decided(["12", "5"])).toBe("point");
  });

  it("is open where an amount may be one or a thousand, or the amounts contradict one another", () => {
    expect(decided(["1.234", "12"])).toBeNull();
    expect(decided(["1,234"])).toBeNull();
    expect(decided(["9.90", "9,90"])).toBeNull();
  });

  it("is a point in a form that documents it, unless a comma may part thousands", () => {
    expect(decided(["1.234"], true)).toBe("point");
    expect(decided(["9.90", "9,90"], true)).toBe("point");
    expect(decided(["9,90"], true)).toBe("comma");
    expect(decided(["1,234"], true)).toBeNull();
    expect(decided(["9.90", "9,90", "1,234"], true)).toBeNull();
  });
});

describe("the decimal mark of a file with several columns of amounts", () => {
  const decidedOf = (columns: readonly string[][], documented = false) =>
    decideMark(columns.map(counted), documented);

  it("is open where a column that is read in two ways is settled by another column only", () => {
    expect(decidedOf([["12,50"], ["1.234"]])).toBeNull();
    expect(decidedOf([["12.50"], ["1,234"]])).toBeNull();
    expect(decidedOf([["12,50"], ["1.234"]], true)).toBeNull();
    expect(decidedOf([["12.50"], ["1,234"]], true)).toBeNull();
  });

  it("is the one they show where each shows it, or is read in one way", () => {
    expect(decidedOf([["12,50"], ["1.234", "0,90"], ["5", ""]])).toBe("comma");
    expect(decidedOf([["12.50"], ["1.234"]], true)).toBe("point");
    expect(decidedOf([["12,50"], ["9.90"]])).toBeNull();
  });
});

describe("an amount as it stands in a file", () => {
  it("is rewritten with a point, without groups and without its own currency", () => {
    expect(plainAmount("1.234,50 €", "comma", "EUR")).toBe("1234.50");
    expect(plainAmount("1 234,50", "comma", "EUR")).toBe("1234.50");
    expect(plainAmount("EUR 9,9", "comma", "EUR")).toBe("9.9");
    expect(plainAmount("1,234,567.8", "point", "USD")).toBe("1234567.8");
    expect(plainAmount("1'234.50", "point", "CHF")).toBe("1234.50");
    expect(plainAmount("-3,00", "comma", "EUR")).toBe("-3.00");
  });

  it.each<[string, "point" | "comma", string, string]>([
    ["12.-", "point", "EUR", "12"],
    // About a thousand: neither mark makes it one.
    ["1.290.-", "point", "EUR", "1.290.-"],
    ["1.290.-", "comma", "EUR", "1.290.-"],
    ["1,290,-", "comma", "EUR", "1,290,-"],
    ["12.-", "comma", "EUR", "12"],
    ["7,-", "point", "EUR", "7"],
    ["12,--", "comma", "EUR", "12"],
    ["12.–", "comma", "CHF", "12"],
    ["1'234.—", "comma", "CHF", "1234"],
    ["1.234,- €", "comma", "EUR", "1234"],
    ["CHF 12.-", "comma", "CHF", "12"],
    ["9,90 eur", "comma", "EUR", "9.90"],
    ["9,90 Euro", "comma", "EUR", "9.90"],
    ["euros 9", "comma", "EUR", "9"],
    ["1,480円", "point", "JPY", "1480"],
    ["¥1,480", "point", "JPY", "1480"],
  ])("%s with a decimal %s in %s is %s", (cell, mark, currency, plain) => {
    expect(plainAmount(cell, mark, currency)).toBe(plain);
  });

  it("stays as it is in any other form, so that it is a fault", () => {
    for (const text of ["9,90", "1,23,456.0", "9.90 $", "12 34", "about 9", "1e3"])
      expect(plainAmount(text, "point", "EUR")).toBe(text);
    expect(plainAmount("9.90", "comma", "EUR")).toBe("9.90");
    for (const text of ["ab 9,99", "12,99 inkl. MwSt", "1,234.-", "-", ",-", "9,90 EUR/kg", "9 - 12"])
      expect(plainAmount(text, "comma", "EUR")).toBe(text);
    const long = `1${".,".repeat(300_000)}-`;
    expect(plainAmount(long, "comma", "EUR")).toBe(long);
  });
});

describe("a currency in a cell", () => {
  it.each([
    ["eur", "EUR"],
    ["€", "EUR"],
    ["Euro", "EUR"],
    ["chf", "CHF"],
    ["£", "GBP"],
    ["円", "JPY"],
    ["$", "$"],
    ["¥", "¥"],
    ["dollars", "dollars"],
    ["", ""],
  ])("%j is %j", (cell, code) => {
    expect(currencyCode(cell)).toBe(code);
  });

  it("stands beside an amount, unless several currencies share its sign", () => {
    expect(currencyBeside("24.99 EUR")).toBe("EUR");
    expect(currencyBeside("€ 1.299,-")).toBe("EUR");
    expect(currencyBeside("usd 5")).toBe("USD");
    for (const text of ["24.99", "$ 5", "5 EUR / 6 USD", "about 5", ""])
      expect(currencyBeside(text)).toBeNull();
  });
});
