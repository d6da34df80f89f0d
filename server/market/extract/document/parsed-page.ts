import { attribute, type Element, shortText } from "@/server/market/extract/document/nodes";
import { type PageIndex, pageIndex } from "@/server/market/extract/document/page-index";
import { pageTree } from "@/server/market/extract/document/page-tree";
import { type RenderedText, renderedText } from "@/server/market/extract/document/rendered-text";
import { styleClasses } from "@/server/market/extract/document/style-rules";
import type { PageInput } from "@/server/market/extract/page-offer";

export type ParsedPage = {
  readonly root: Element;
  readonly url: URL | null;
  readonly canonical: URL | null;
  /** The page's declared BCP 47 language tag, or null. */
  readonly language: string | null;
  /** Content of meta elements by their lower-case property, name or itemprop; the first occurrence wins. */
  readonly meta: ReadonlyMap<string, string>;
  /** The page's own titles: og:title, twitter:title, title, the most specific first. */
  readonly titles: readonly string[];
  readonly scripts: readonly { readonly type: string; readonly id: string; readonly text: string }[];
  /** Number of elements. */
  readonly size: number;
  readonly index: PageIndex;
  readonly text: RenderedText;
};

const readUrl = (text: string, base?: URL | null): URL | null =>
  URL.canParse(text, base?.href) ? new URL(text, base?.href) : null;

function metaOf(metas: readonly Element[]): ReadonlyMap<string, string> {
  const meta = new Map<string, string>();
  for (const element of metas) {
    const content = attribute(element, "content");
    for (const name of ["property", "name", "itemprop"]) {
      const key = attribute(element, name).trim().toLowerCase();
      if (key !== "" && content !== "" && !meta.has(key)) meta.set(key, content);
    }
  }
  return meta;
}

function titlesOf({ title }: PageIndex, meta: ReadonlyMap<string, string>): readonly string[] {
  const named = [meta.get("og:title"), meta.get("twitter:title"), title && shortText(title, 300)];
  return named.filter((text): text is string => typeof text === "string" && text.trim() !== "");
}

/**
 * Parses a page once for all layers. Accepts any text; text that is no HTML, or would take too long, yields no useful
 * elements.
 */
export function parsePage(input: PageInput): ParsedPage {
  const { root, elements, code } = pageTree(input.html);
  const index = pageIndex(elements);
  const meta = metaOf(index.metas);
  const url = readUrl(input.url);
  const canonical = index.links.find((one) => /\bcanonical\b/i.test(attribute(one, "rel")));
  const locale = meta.get("og:locale")?.replace("_", "-");
  const textOf = (element: Element): string => code.get(element) ?? "";
  return {
    root,
    url,
    canonical: canonical === undefined ? null : readUrl(attribute(canonical, "href"), url),
    language: (index.html && attribute(index.html, "lang")) || locale || input.contentLanguage || null,
    meta,
    titles: titlesOf(index, meta),
    scripts: index.scripts.map((one) => ({
      type: attribute(one, "type").toLowerCase(),
      id: attribute(one, "id"),
      text: textOf(one),
    })),
    size: elements.length,
    index,
    text: renderedText(index.body ?? root, styleClasses(index.styles.map(textOf), namesIn(index.classes))),
  };
}

const namesIn = (classes: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...classes].flatMap((text) => text.split(/\s+/)));
