import { attribute, type Element, isElement, shortText } from "@/server/market/extract/document/nodes";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { asSnippet } from "@/server/market/extract/page-offer";
import {
  addValue,
  localName,
  type SchemaNode,
  type SchemaValue,
} from "@/server/market/extract/structured/schema-node";

const MAX_DEPTH = 12;
/**
 * Limit of the elements visited for all items together: with `itemref` a small page can refer to the same ones
 * endlessly.
 */
const MAX_VISITS = 200_000;

type Items = { readonly byId: ReadonlyMap<string, Element>; readonly seen: Set<Element>; left: number };

/** Returns the top-level items of a page's microdata, with `itemref` resolved. */
export function microdataNodes(page: ParsedPage): readonly SchemaNode[] {
  const items: Items = { byId: page.index.byId, seen: new Set(), left: MAX_VISITS };
  const tops = page.index.items
    .filter((element) => !("itemprop" in element.attribs))
    .map((element) => itemOf(items, element, 0, true));
  return withStrayOffers(tops, page, items);
}

const MOST_STRAY = 50;

/**
 * Returns the items with the offers that a theme puts into another part of the page than their product: what is said
 * to be an item's offer and is in no item belongs to the only product without any.
 */
function withStrayOffers(tops: readonly SchemaNode[], page: ParsedPage, items: Items): readonly SchemaNode[] {
  const products = tops.filter((node) => node.types.includes("product"));
  const [product] = products;
  if (product === undefined || products.length > 1 || product.properties.has("offers")) return tops;
  const stray = page.index.items
    .filter((element) => namesOf(element).includes("offers"))
    .slice(0, MOST_STRAY)
    .filter((element) => !insideItem(element))
    .map((element) => itemOf(items, element, 1, false));
  if (stray.length === 0) return tops;
  const properties = new Map(product.properties).set("offers", stray);
  return tops.map((node) => (node === product ? { ...node, properties } : node));
}

/** Returns the microdata properties outside any item, such as a price in a template without its item. */
export function looseProperties(
  page: ParsedPage,
  name: string,
): readonly { value: string; element: Element }[] {
  return page.index.properties
    .filter((element) => namesOf(element).includes(name) && !insideItem(element))
    .map((element) => ({ value: propertyText(element), element }));
}

function insideItem(element: Element): boolean {
  for (let at = element.parent; isElement(at); at = at.parent) if ("itemscope" in at.attribs) return true;
  return false;
}

const namesOf = (element: Element): readonly string[] =>
  attribute(element, "itemprop").split(/\s+/).filter(Boolean).map(localName);

function itemOf(items: Items, element: Element, depth: number, top: boolean): SchemaNode {
  const properties = new Map<string, SchemaValue[]>();
  const referred = attribute(element, "itemref")
    .split(/\s+/)
    .map((id) => items.byId.get(id));
  const roots = [element, ...referred.filter((one) => one !== undefined && one !== element)];
  items.seen.add(element);
  if (depth < MAX_DEPTH && items.left > 0) {
    for (const root of roots)
      if (root !== undefined) collect(items, root, root !== element, properties, depth);
  }
  items.seen.delete(element);
  return {
    format: "microdata",
    types: attribute(element, "itemtype").split(/\s+/).filter(Boolean).map(localName),
    properties,
    source: asSnippet(shortText(element, 300)),
    top,
  };
}

/** Adds the properties of an element's descendants, without those of items that are values themselves. */
function collect(
  items: Items,
  root: Element,
  includeRoot: boolean,
  properties: Map<string, SchemaValue[]>,
  depth: number,
): void {
  const stack: Element[] = includeRoot ? [root] : childElements(root);
  for (let element = stack.pop(); element !== undefined && items.left > 0; element = stack.pop()) {
    items.left--;
    const isItem = "itemscope" in element.attribs;
    const names = namesOf(element);
    if (names.length > 0 && !items.seen.has(element)) {
      const value = isItem ? itemOf(items, element, depth + 1, false) : propertyText(element);
      for (const name of names) addValue(properties, name, value);
    }
    if (!isItem) for (const child of childElements(element)) stack.push(child);
  }
}

const childElements = (element: Element): Element[] => element.children.filter(isElement).reverse();

/** Returns a property's value by the standard, except that a `content` attribute wins on any element. */
function propertyText(element: Element): string {
  const content = attribute(element, "content");
  if (content !== "") return content;
  switch (element.name) {
    case "a":
    case "link":
    case "area":
      return attribute(element, "href");
    case "img":
    case "source":
    case "iframe":
      return attribute(element, "src");
    case "data":
    case "meter":
    case "input":
      return attribute(element, "value") || shortText(element, 200);
    case "time":
      return attribute(element, "datetime") || shortText(element, 200);
    default:
      return shortText(element, 200);
  }
}
