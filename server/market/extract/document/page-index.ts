import { attribute, type Element } from "@/server/market/extract/document/nodes";

/** The elements of a page that the layers read, found in one pass; every list is in document order. */
export type PageIndex = {
  readonly metas: readonly Element[];
  readonly links: readonly Element[];
  readonly scripts: readonly Element[];
  readonly styles: readonly Element[];
  readonly selects: readonly Element[];
  /** The first element of each name; null when there is none. */
  readonly html: Element | null;
  readonly body: Element | null;
  readonly title: Element | null;
  /** Elements with `itemscope`, `itemprop` and `typeof`. */
  readonly items: readonly Element[];
  readonly properties: readonly Element[];
  readonly typed: readonly Element[];
  /** The first element with each id. */
  readonly byId: ReadonlyMap<string, Element>;
  /** Attributes `data-…` that may hold a price, and those whose value begins like JSON. */
  readonly data: readonly DataAttribute[];
  /** The distinct values of `class`. */
  readonly classes: ReadonlySet<string>;
};

export type DataAttribute = { readonly element: Element; readonly name: string; readonly value: string };

class GrowingIndex implements PageIndex {
  readonly metas: Element[] = [];
  readonly links: Element[] = [];
  readonly scripts: Element[] = [];
  readonly styles: Element[] = [];
  readonly selects: Element[] = [];
  html: Element | null = null;
  body: Element | null = null;
  title: Element | null = null;
  readonly items: Element[] = [];
  readonly properties: Element[] = [];
  readonly typed: Element[] = [];
  readonly byId = new Map<string, Element>();
  readonly data: DataAttribute[] = [];
  readonly classes = new Set<string>();
}

/** Returns the elements that the layers read. */
export function pageIndex(elements: readonly Element[]): PageIndex {
  const index = new GrowingIndex();
  for (const element of elements) {
    enterByName(index, element);
    for (const name in element.attribs) enterByAttribute(index, element, name);
  }
  return index;
}

function enterByName(index: GrowingIndex, element: Element): void {
  switch (element.name) {
    case "meta":
      index.metas.push(element);
      break;
    case "link":
      index.links.push(element);
      break;
    case "script":
      index.scripts.push(element);
      break;
    case "select":
      index.selects.push(element);
      break;
    case "style":
      index.styles.push(element);
      break;
    case "html":
    case "body":
    case "title":
      index[element.name] ??= element;
  }
}

function enterByAttribute(index: GrowingIndex, element: Element, name: string): void {
  switch (name) {
    case "class":
      index.classes.add(attribute(element, name));
      return;
    case "id":
      enterId(index, element);
      return;
    case "itemscope":
      index.items.push(element);
      return;
    case "itemprop":
      index.properties.push(element);
      return;
    case "typeof":
      if (attribute(element, name) !== "") index.typed.push(element);
      return;
    default:
      if (name.startsWith("data-")) enterData(index, element, name);
  }
}

function enterId(index: GrowingIndex, element: Element): void {
  const id = attribute(element, "id");
  if (id !== "" && !index.byId.has(id)) index.byId.set(id, element);
}

const BEGINS_LIKE_JSON = /^\s*\[?\{/;

function enterData(index: GrowingIndex, element: Element, name: string): void {
  const value = attribute(element, name);
  if (name.includes("price") || BEGINS_LIKE_JSON.test(value)) index.data.push({ element, name, value });
}
