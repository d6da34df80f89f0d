import { attribute, type Element, shortText } from "@/server/market/extract/document/nodes";
import { pageTree } from "@/server/market/extract/document/page-tree";
import { type RenderedText, renderedText } from "@/server/market/extract/document/rendered-text";
import { styleClasses } from "@/server/market/extract/document/style-rules";
import type { PageInput } from "@/server/market/extract/page-offer";

export type ParsedPage = {
  readonly url: URL | null;
  readonly canonical: URL | null;
  /** The page's declared BCP 47 language tag, or null. */
  readonly language: string | null;
  /** Content of meta elements by their lower-case property, name or itemprop; the first occurrence wins. */
  readonly meta: ReadonlyMap<string, string>;
  /** The page's own titles: og:title, twitter:title, title, the most specific first. */
  readonly titles: readonly string[];
  readonly scripts: readonly { readonly type: string; readonly id: string; readonly text: string }[];
  /** All elements in document order. */
  readonly elements: readonly Element[];
  readonly text: RenderedText;
};

const readUrl = (text: string, base?: URL | null): URL | null =>
  URL.canParse(text, base?.href) ? new URL(text, base?.href) : null;

function metaOf(elements: readonly Element[]): ReadonlyMap<string, string> {
  const meta = new Map<string, string>();
  for (const element of elements) {
    if (element.name !== "meta") continue;
    const content = attribute(element, "content");
    for (const name of ["property", "name", "itemprop"]) {
      const key = attribute(element, name).trim().toLowerCase();
      if (key !== "" && content !== "" && !meta.has(key)) meta.set(key, content);
    }
  }
  return meta;
}

function titlesOf(elements: readonly Element[], meta: ReadonlyMap<string, string>): readonly string[] {
  const title = elements.find((element) => element.name === "title");
  const named = [meta.get("og:title"), meta.get("twitter:title"), title && shortText(title, 300)];
  return named.filter((text): text is string => text !== undefined && text.trim() !== "");
}

/**
 * Parses a page once for all layers. Accepts any text; text that is no HTML, or would take too long, yields no useful
 * elements.
 */
export function parsePage(input: PageInput): ParsedPage {
  const { root, elements, code } = pageTree(input.html);
  const first = (name: string) => elements.find((element) => element.name === name);
  const meta = metaOf(elements);
  const url = readUrl(input.url);
  const canonical = elements.find(
    (one) => one.name === "link" && /\bcanonical\b/i.test(attribute(one, "rel")),
  );
  const locale = meta.get("og:locale")?.replace("_", "-");
  const html = first("html");
  const sheets = elements.filter((element) => element.name === "style").map((one) => code.get(one) ?? "");
  return {
    url,
    canonical: canonical === undefined ? null : readUrl(attribute(canonical, "href"), url),
    language: (html && attribute(html, "lang")) || locale || input.contentLanguage || null,
    meta,
    titles: titlesOf(elements, meta),
    scripts: elements
      .filter((element) => element.name === "script")
      .map((one) => ({
        type: attribute(one, "type").toLowerCase(),
        id: attribute(one, "id"),
        text: code.get(one) ?? "",
      })),
    elements,
    text: renderedText(first("body") ?? root, styleClasses(sheets)),
  };
}
