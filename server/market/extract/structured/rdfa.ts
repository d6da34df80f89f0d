import {
  attribute,
  type Element,
  isElement,
  parentOf,
  shortText,
} from "@/server/market/extract/document/nodes";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { asSnippet } from "@/server/market/extract/page-offer";
import {
  addValue,
  localName,
  type SchemaNode,
  type SchemaValue,
} from "@/server/market/extract/structured/schema-node";

const MAX_DEPTH = 12;

/** Returns the top-level items of a page's RDFa (typeof, property, rel), without resolving vocabularies. */
export function rdfaNodes(page: ParsedPage): readonly SchemaNode[] {
  return page.index.typed.filter((element) => !isValue(element)).map((element) => itemOf(element, 0, true));
}

const namesOf = (element: Element): readonly string[] =>
  `${attribute(element, "property")} ${element.name === "a" || element.name === "link" ? "" : attribute(element, "rel")}`
    .split(/\s+/)
    .filter((name) => name !== "" && !name.startsWith("og:"))
    .map(localName);

/** An item is a value when it has a property attribute itself or is the target of an enclosing `rel`. */
const isValue = (element: Element): boolean => {
  const parent = parentOf(element);
  return (
    namesOf(element).length > 0 || (parent !== null && attribute(parent, "rel") !== "" && insideItem(parent))
  );
};

function insideItem(element: Element): boolean {
  for (let at = element.parent; isElement(at); at = at.parent)
    if (attribute(at, "typeof") !== "") return true;
  return false;
}

function itemOf(element: Element, depth: number, top: boolean): SchemaNode {
  const properties = new Map<string, SchemaValue[]>();
  const stack: Element[] = depth < MAX_DEPTH ? childElements(element) : [];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const isItem = attribute(at, "typeof") !== "";
    const names = namesOf(at);
    const linked = at.children.find((child) => isElement(child) && attribute(child, "typeof") !== "");
    if (names.length > 0) {
      const value = isItem
        ? itemOf(at, depth + 1, false)
        : attribute(at, "rel") !== "" && isElement(linked)
          ? itemOf(linked, depth + 1, false)
          : propertyText(at);
      for (const name of names) addValue(properties, name, value);
    }
    if (!isItem) for (const child of childElements(at)) stack.push(child);
  }
  return {
    format: "rdfa",
    types: attribute(element, "typeof").split(/\s+/).filter(Boolean).map(localName),
    properties,
    source: asSnippet(shortText(element, 300)),
    top,
  };
}

const childElements = (element: Element): Element[] => element.children.filter(isElement).reverse();

const propertyText = (element: Element): string =>
  attribute(element, "content") ||
  attribute(element, "resource") ||
  attribute(element, "href") ||
  attribute(element, "src") ||
  attribute(element, "datetime") ||
  shortText(element, 200);
