import type { Layer } from "@/server/market/extract/page-offer";

/** A schema.org item, independent of its syntax. Types and property names are in lower case, without prefix. */
export type SchemaNode = {
  readonly format: Layer;
  readonly types: readonly string[];
  readonly properties: ReadonlyMap<string, readonly SchemaValue[]>;
  /** The item's text on the page. */
  readonly source: string;
  /** Whether it is a top-level item, not a value of another one. */
  readonly top: boolean;
};

export type SchemaValue = string | SchemaNode;

/** Adds a value to the property of that name. */
export function addValue(properties: Map<string, SchemaValue[]>, name: string, value: SchemaValue): void {
  const values = properties.get(name);
  if (values === undefined) properties.set(name, [value]);
  else values.push(value);
}

/** `https://schema.org/InStock`, `schema:InStock`, `InStock` → `instock`. */
export const localName = (name: string): string =>
  (
    name
      .trim()
      .split(/[/#:]/)
      .findLast((part) => part !== "") ?? ""
  ).toLowerCase();

export const textsOf = (node: SchemaNode, name: string): readonly string[] =>
  (node.properties.get(name) ?? []).filter((value): value is string => typeof value === "string");

export const nodesOf = (node: SchemaNode, name: string): readonly SchemaNode[] =>
  (node.properties.get(name) ?? []).filter((value): value is SchemaNode => typeof value !== "string");

/** Returns the first non-empty text of a property. */
export const textOf = (node: SchemaNode, name: string): string | null =>
  textsOf(node, name)
    .find((text) => text.trim() !== "")
    ?.trim() ?? null;

/** Returns the text of a property that may also be an item with a name, such as an availability or a currency. */
export const nameOf = (node: SchemaNode, name: string): string | null =>
  textOf(node, name) ??
  nodesOf(node, name)
    .map((value) => textOf(value, "@id") ?? textOf(value, "name"))
    .find((text) => text !== null) ??
  null;

export const isA = (node: SchemaNode, ...types: readonly string[]): boolean =>
  node.types.some((type) => types.includes(type));
