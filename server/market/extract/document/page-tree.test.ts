import { describe, expect, it } from "vitest";
import { type Element, isElement } from "@/server/market/extract/document/nodes";
import { pageTree } from "@/server/market/extract/document/page-tree";

/** Writes a tree as nested names and texts. */
const written = (element: Element): string =>
  element.children
    .map((child) =>
      isElement(child) ? `${child.name}(${written(child)})` : child.data.replace(/\s+/g, " ").trim(),
    )
    .join(" ")
    .trim();

const outline = (html: string): string => written(pageTree(html).root);

describe("the tree of a page", () => {
  it.each([
    ["closes paragraphs, list items and cells", "<p>a<p>b<ul><li>c<li>d</ul>", "p(a) p(b) ul(li(c) li(d))"],
    ["closes what a closing tag encloses", "<div><span>a</div>b", "div(span(a)) b"],
    ["ignores closing tags of nothing", "<div>a</section>b</div>", "div(ab)"],
    [
      "ends a head at the first content",
      "<html><head><title>t</title><div>a</div><p>b",
      "html(head(title(t)) div(a) p(b))",
    ],
    ["has one body", "<html><body>a<body>b</body>c", "html(body(a b c))"],
    ["decodes entities into one text", "<p>1&nbsp;299,&#48;0 &euro;</p>", "p(1 299,00 €)"],
  ])("%s", (_name, html, expected) => {
    expect(outline(html)).toBe(expected);
  });

  it("has no nodes for the text of scripts and style sheets", () => {
    const { elements, code } = pageTree("<script>if (1 < 2) '<b>'</script><style>.a > b {}</style><b>x</b>");
    expect(elements.map(({ name, children }) => [name, children.length])).toEqual([
      ["script", 0],
      ["style", 0],
      ["b", 1],
    ]);
    expect([...code.values()]).toEqual(["if (1 < 2) '<b>'", ".a > b {}"]);
  });

  it("is empty for tags nested without end", () => {
    expect(pageTree("<div>".repeat(5000)).elements).toEqual([]);
    expect(pageTree("<p>one<ul><li>two</ul>".repeat(20_000)).elements).toHaveLength(60_000);
  });

  it.each([
    ["nested to the limit, then many short tags", `${"<div>".repeat(790)}${"<b></b>".repeat(280_000)}`],
    ["with formatting left open", "<font color=a>x".repeat(130_000)],
    ["of a tag with thousands of attributes", `<div ${"a1 ".repeat(600_000)}>`],
    ["with closing tags of nothing", `${"<div>".repeat(790)}${"</b>".repeat(400_000)}`],
  ])("takes less than a second for two megabytes %s", (_name, html) => {
    const start = process.cpuUsage().user;
    pageTree(html);
    expect((process.cpuUsage().user - start) / 1000).toBeLessThan(1000);
  });
});
