import { type CheerioAPI, load } from "cheerio";
import { isWithinBounds } from "@/server/market/extract/document/markup-bounds";
import {
  attribute,
  below,
  type Element,
  isElement,
  shortText,
  textOfNode,
} from "@/server/market/extract/document/nodes";
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
  readonly root: ReturnType<CheerioAPI["root"]>[number];
};

const readUrl = (text: string, base?: URL | null): URL | null =>
  URL.canParse(text, base?.href) ? new URL(text, base?.href) : null;

const codeOf = (element: Element): string => {
  let text = "";
  for (const child of element.children) text += textOfNode(child) ?? "";
  return text;
};

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
  const title = elements.find((element) => element.name === "title" && element.parent !== null);
  const named = [meta.get("og:title"), meta.get("twitter:title"), title && shortText(title, 300)];
  return named.filter((text): text is string => text !== undefined && text.trim() !== "");
}

/**
 * Parses a page once for all layers. Accepts any text; text that is no HTML, or would take too long, yields no useful
 * elements.
 */
export function parsePage(input: PageInput): ParsedPage {
  const root = load(isWithinBounds(input.html) ? input.html : "").root()[0];
  if (root === undefined) throw new Error("A parsed document has a root.");
  const elements = [...below(root)].filter(isElement);
  const first = (name: string) => elements.find((element) => element.name === name);
  const meta = metaOf(elements);
  const url = readUrl(input.url);
  const canonical = elements.find(
    (one) => one.name === "link" && /\bcanonical\b/i.test(attribute(one, "rel")),
  );
  const locale = meta.get("og:locale")?.replace("_", "-");
  const html = first("html");
  const sheets = elements.filter((element) => element.name === "style").map(codeOf);
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
        text: codeOf(one),
      })),
    elements,
    text: renderedText(first("body") ?? root, styleClasses(sheets)),
    root,
  };
}
