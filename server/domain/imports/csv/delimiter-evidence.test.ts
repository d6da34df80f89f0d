import { describe, expect, it } from "vitest";
import { delimiterOf } from "./delimiter-evidence";

describe("the delimiter of a file", () => {
  it.each<[string, string, readonly string[]]>([
    ["is in its header alone", ";", ["sku;title;cost"]],
    ["parts amounts with decimal commas", ";", ["sku;title;cost;price", "A;x;9,00;17,90;", "B;y;1,00;2,90;"]],
    ["is a comma where texts have semicolons", ",", ["sku,title", 'A,"x; y"', "B,x; y; z"]],
    [
      "stands in no title above the header",
      ";",
      ["Muster GmbH, Berlin", "", "Nr;Name;EK", "A;x;1,20", "B;y;2,20"],
    ],
    ["is a tab", "\t", ["id\ttitle\tprice", "A\tMug, blue\t1,00 EUR", "B\tPot; red\t2,00 EUR"]],
    ["is a bar", "|", ["sku|title", "A|Mug, blue", "B|Pot, red"]],
    [
      "is not among the lines of a text in quotes",
      ",",
      ["sku,html", 'A,"<p>', "a; b", "c; d", "e; f", '</p>"'],
    ],
    ["is a comma in a file of one column", ",", ["sku", "A", "B"]],
  ])("%s", (_, delimiter, lines) => {
    expect(delimiterOf(lines.join("\n"), true)).toBe(delimiter);
    expect(delimiterOf(`${lines.join("\n")}\n`, false)).toBe(delimiter);
  });

  it.each(["sep=|", '"sep=|"'])("is the one that the first line names, %s", (line) => {
    expect(delimiterOf(`${line}\r\nsku,title\r\nA,B\r\n`, true)).toBe("|");
  });

  it("is the one between the names of the header, behind as many empty lines as a beginning holds", () => {
    expect(delimiterOf("sku;title;price\nA;B, C, D, E;1,0\n", true)).toBe(";");
    expect(delimiterOf('sku,"a;b;c;d",price\n', true)).toBe(",");
    expect(delimiterOf('"a\nb"|sku|price\n', true)).toBe("|");
    expect(delimiterOf(`${"\n ".repeat(130_000)}sku;price\n`, false)).toBe(";");
  });
});
