import { expect, it } from "vitest";
import { pageText } from "./page-text";

const latin = (text: string) => Buffer.from(text, "latin1");

it("reads a page in the charset of its header, else of its mark, else of its head, else as UTF-8", () => {
  expect(pageText(latin("12 \xa3"), "text/html; charset=ISO-8859-1")).toBe("12 £");
  expect(pageText(latin('<meta charset="windows-1252">12 \x80'), "text/html")).toContain("12 €");
  expect(
    pageText(latin('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15">\xa4'), null),
  ).toContain("€");
  expect(pageText(Buffer.from("12 €"), "text/html")).toBe("12 €");
  expect(pageText(Buffer.from("\ufeff12 €"), "text/html; charset=iso-8859-1")).toBe("12 €");
  expect(pageText(Buffer.from("12 €"), "text/html; charset=no-such-thing")).toBe("12 €");
});
