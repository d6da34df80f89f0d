import { describe, expect, it } from "vitest";
import { isWithinBounds } from "@/server/market/extract/document/markup-bounds";

describe("the bounds of markup", () => {
  it("let ordinary pages through, with unclosed paragraphs and long scripts", () => {
    const rows = "<p>one<li><a href='/x'>two</a><td>three".repeat(20_000);
    expect(isWithinBounds(`<html><body><script>${"<div>".repeat(9000)}</script>${rows}</body></html>`)).toBe(
      true,
    );
  });

  it.each([
    ["nested without end", "<div>".repeat(5000)],
    ["of formatting left open", "<font color=a>".repeat(400)],
    ["of a tag with thousands of attributes", `<div ${"a ".repeat(5000)}>`],
  ])("stop a page %s", (_name, html) => {
    expect(isWithinBounds(html)).toBe(false);
  });
});
