import { type Element, shortText } from "@/server/market/extract/document/nodes";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { likeness } from "@/server/market/extract/likeness";
import { ALIKE, TITLE } from "@/server/market/extract/weights/page-weights";

/**
 * Returns the heading with the name of the page's product, or another short line that the page's title begins with;
 * else null.
 */
export function mainTitle(page: ParsedPage, names: readonly string[]): Element | null {
  const titles = [...names, ...page.titles];
  let best: { readonly element: Element; readonly score: number } | null = null;
  const firsts = page.text.headings.filter((element) => element.name === "h1").length;
  for (const element of page.text.headings.slice(0, 200)) {
    const text = shortText(element, 300);
    if (text.length < 2) continue;
    const region = page.text.regions.get(element);
    const alike = Math.max(0, ...titles.map((name) => likeness(text, name)));
    const rank =
      element.name === "h1" ? TITLE.firstRank / firsts : element.name === "h2" ? TITLE.secondRank : 0;
    const score = alike * TITLE.name + rank + (region?.hidden ? TITLE.hidden : 0);
    const eligible = element.name === "h1" || alike >= ALIKE.title;
    if (eligible && (best === null || score > best.score)) best = { element, score };
  }
  return best?.element ?? lineLikeTitle(page, titles);
}

/** Returns a line that matches the page's title but is not a heading element. */
function lineLikeTitle(page: ParsedPage, titles: readonly string[]): Element | null {
  let best: { readonly element: Element; readonly score: number } | null = null;
  for (const line of page.text.lines) {
    const [part] = line.parts;
    if (part === undefined || line.text.length < 8 || line.text.length > 250) continue;
    if (page.text.regions.get(part.element)?.hidden) continue;
    const score = Math.max(
      0,
      ...titles.map((name) => likeness(line.text, name) * Math.min(1, line.text.length / name.length)),
    );
    if (score >= ALIKE.title && (best === null || score > best.score + TITLE.laterLine))
      best = { element: part.element, score };
  }
  return best?.element ?? null;
}
