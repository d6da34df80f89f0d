import { describe, expect, it } from "vitest";
import { fc } from "@/server/testing/seed";
import { CsvRecords } from "./csv-records";
import type { Delimiter } from "./delimiter";

/** Reads a text that comes in these pieces. */
function recordsIn(pieces: readonly string[], delimiter: Delimiter) {
  const records = new CsvRecords(delimiter);
  return [...pieces.flatMap((piece) => [...records.read(piece)]), ...records.end()];
}
const read = (text: string, delimiter: Delimiter = ";") => recordsIn([text], delimiter);
const cells = (text: string, delimiter: Delimiter = ";") => read(text, delimiter).map((row) => row.cells);

describe("a row of a CSV file", () => {
  it.each<[string, string, readonly string[]]>([
    ["an inch in a cell without quotes", 'T;Monitor 27" schwarz;1', ["T", 'Monitor 27" schwarz', "1"]],
    ["inches, one at the end", 'T;Rohr 1/2" x 3/4";1', ["T", 'Rohr 1/2" x 3/4"', "1"]],
    ["a doubled inch in quotes", 'T;"Monitor 32"" weiss";1', ["T", 'Monitor 32" weiss', "1"]],
    ["a single inch in quotes", 'T;"Monitor 32" weiss";1', ["T", 'Monitor 32" weiss', "1"]],
    ["a word in quotes at the beginning", 'T;"Halter" gross;1', ["T", '"Halter" gross', "1"]],
    ["a mark alone", 'T;a "b;1', ["T", 'a "b', "1"]],
    ["delimiters and line ends in quotes", 'T;"a;b\r\nc";1', ["T", "a;b\r\nc", "1"]],
    ["spaces around quotes", ' T ; "a" ;1', ["T", "a", "1"]],
    ["an empty text in quotes", 'T;"";1', ["T", "", "1"]],
    ["a formula with a text", '="0017";x;1', ["0017", "x", "1"]],
    ["such a formula in quotes", '"=""0018""";x;1', ["0018", "x", "1"]],
    ["one with quotes in it", '="a ""b""";x;1', ['a "b"', "x", "1"]],
    ["one with a delimiter in it", '="1;5" ;x;1', ["1;5", "x", "1"]],
    ["another formula", '="a"&"b";x;1', ['="a"&"b"', "x", "1"]],
  ])("is read with %s", (_, text, expected) => {
    expect(cells(text)).toEqual([expected]);
    expect(cells(`h;h;h\n${text}\nn;n;n`)[1]).toEqual(expected);
  });

  it("has the formulas of a file that is parted by tabs, and the empty cells behind them", () => {
    expect(cells('="0017"\t\tx\t="1\t5"\t', "\t")).toEqual([["0017", "", "x", "1\t5", ""]]);
  });

  it("is counted by the lines of the file, the last of its own", () => {
    const rows = read('sep=;\r\na;b\r\n\r\n"x\ny";2\rlast;3');
    expect(rows.map(({ line, cells: [first] }) => [line, first])).toEqual([
      [2, "a"],
      [3, ""],
      [5, "x\ny"],
      [6, "last"],
    ]);
  });

  it.each(["sep=;", '"sep=;"', "SEP=;"])("%s above all is none", (line) => {
    expect(cells(`${line}\na;b`)).toEqual([["a", "b"]]);
    expect(cells(`a;b\n${line}`)[1]?.[0]).toContain("=");
  });

  it("is the same in whatever pieces it comes", () => {
    const part = fc.constantFrom('"', '""', ";", "\n", "\r\n", "\r", " ", "a", '="', "sep=;\n", "ä", "=");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join("");
        expect(recordsIn([...text], ";")).toEqual(read(text));
        expect(recordsIn(parts, ";")).toEqual(read(text));
      }),
    );
  });
});

describe("a quotation mark that opens a cell and is not closed", () => {
  const rest = Array.from({ length: 5 }, (_, n) => `B-${n};Nut;1,00;2,00`);
  const unclosed = 'A-1;"Halter gross;2,00;4,50';
  const linesOf = (lines: readonly string[]) =>
    read(["sku;title;cost;price", ...lines].join("\n")).map(({ line, isUnclosed }) => [line, isUnclosed]);
  const others = rest.map((_, n) => [n + 3, false]);

  it("makes its own line a faulty row, and no other one", () => {
    expect(linesOf([unclosed, ...rest])).toEqual([[1, false], [2, true], ...others]);
    expect(linesOf([unclosed, ...rest, 'C;"x";1;2'])).toEqual([[1, false], [2, true], ...others, [8, false]]);
    expect(linesOf([unclosed, unclosed])).toEqual([
      [1, false],
      [2, true],
      [3, true],
    ]);
  });

  it("takes no row below it whose mark would close it", () => {
    expect(linesOf([unclosed, ...rest, 'C;Rohr 3/4";1,00;2,00'])).toEqual([
      [1, false],
      [2, true],
      ...others,
      [8, false],
    ]);
  });

  it("is none where the text in quotes has several lines", () => {
    const text = '"Soft, warm,\nand round, with a handle"';
    expect(cells(`a,b,c\nA-1,${text},1`, ",")[1]).toEqual(["A-1", text.slice(1, -1), "1"]);
    expect(cells(`a,b,c\nA-1,"x,y,z\n1,2",1`, ",")[1]).toEqual(["A-1", "x,y,z\n1,2", "1"]);
  });

  it("keeps nothing of a long file from being read", () => {
    const many = Array.from({ length: 60_000 }, (_, n) => `B-${n};Nut without quotes;1,00;2,00`);
    const rows = read(["a;b;c;d", unclosed, ...many].join("\n"));
    expect(rows).toHaveLength(many.length + 2);
    expect(rows.filter(({ isUnclosed }) => isUnclosed).map(({ line }) => line)).toEqual([2]);
  });
});

describe("a text that is no table", () => {
  it.each([
    ["a row of more than a million characters", `a;b\n${"x".repeat(1_000_001)}\n`, /1000000 characters/],
    ["one in quotes, on one line", `a;b\n"${"x".repeat(1_000_001)}"\n`, /1000000 characters/],
    ["a row of more than a thousand cells", `a;b\n${";".repeat(1_000)}\n`, /1000 cells/],
  ])("is refused with %s", (_, text, pattern) => {
    expect(() => read(text)).toThrow(pattern);
  });
});
