import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { asSnippet } from "@/server/market/extract/page-offer";
import { isRecord, type Json, readJsonText } from "@/server/market/extract/structured/json-text";
import { localName, type SchemaNode, type SchemaValue } from "@/server/market/extract/structured/schema-node";

const MAX_DEPTH = 12;
const MAX_NODES = 20_000;

/** Limit of the source characters of all items together; a page can refer to one large item any number of times. */
const MAX_SOURCE = 6_000_000;
const MAX_VALUES = 400_000;

type JsonRecord = { readonly [key: string]: Json };
type ParserState = {
  readonly byId: Map<string, JsonRecord>;
  readonly sources: Map<JsonRecord, string>;
  left: number;
  valuesLeft: number;
  sourceLeft: number;
};

/**
 * Returns the items of a page's JSON-LD scripts, with `@graph` and arrays expanded and references by `@id` resolved.
 */
export function jsonLdNodes(page: ParsedPage): readonly SchemaNode[] {
  const documents = page.scripts
    .filter((script) => script.type.includes("ld+json"))
    .flatMap((script) => readJsonText(script.text));
  const state: ParserState = {
    byId: new Map(),
    sources: new Map(),
    left: MAX_NODES,
    valuesLeft: MAX_VALUES,
    sourceLeft: MAX_SOURCE,
  };
  const tops = documents.flatMap((document) => topRecords(document, 0));
  for (const record of tops) {
    const id = record["@id"];
    if (typeof id === "string" && record["@type"] !== undefined) state.byId.set(id, record);
  }
  return tops.map((record) => nodeOf(state, record, 0, true));
}

function topRecords(value: Json, depth: number): readonly JsonRecord[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((one: Json) => topRecords(one, depth + 1));
  if (!isRecord(value)) return [];
  const graph = value["@graph"];
  const inside = graph === undefined ? [] : topRecords(graph, depth + 1);
  return value["@type"] === undefined && inside.length > 0 ? inside : [value, ...inside];
}

function nodeOf(state: ParserState, record: JsonRecord, depth: number, top: boolean): SchemaNode {
  const properties = new Map<string, SchemaValue[]>();
  for (const [key, value] of Object.entries(record)) {
    if (key === "@graph" || key === "@context") continue;
    const name = key.startsWith("@") ? key.toLowerCase() : localName(key);
    const values = properties.get(name) ?? [];
    for (const one of valuesOf(state, value, depth + 1)) values.push(one);
    properties.set(name, values);
  }
  const type = record["@type"] ?? record["type"] ?? [];
  const types = (Array.isArray(type) ? type : [type]).filter((one: Json) => typeof one === "string");
  return {
    format: "json_ld",
    types: types.map((one: Json) => localName(String(one))),
    properties,
    source: sourceOf(state, record),
    top,
  };
}

function sourceOf(state: ParserState, record: JsonRecord): string {
  const cached = state.sources.get(record);
  if (cached !== undefined) return cached;
  const text = state.sourceLeft > 0 ? stringified(record) : "";
  state.sourceLeft -= text.length;
  const source = asSnippet(text);
  state.sources.set(record, source);
  return source;
}

/** Returns "" for a record nested too deeply to serialize: its source is not worth showing. */
function stringified(record: JsonRecord): string {
  try {
    return JSON.stringify(record);
  } catch {
    return "";
  }
}

function valuesOf(state: ParserState, value: Json, depth: number): readonly SchemaValue[] {
  if (depth > MAX_DEPTH || state.left <= 0 || state.valuesLeft <= 0 || value === null) return [];
  state.valuesLeft--;
  if (Array.isArray(value)) return value.flatMap((one: Json) => valuesOf(state, one, depth));
  if (!isRecord(value)) return [String(value)];
  state.left--;
  const literal = value["@value"];
  if (literal !== undefined && !isRecord(literal)) return valuesOf(state, literal, depth);
  const id = value["@id"];
  const known = typeof id === "string" && Object.keys(value).length === 1 ? state.byId.get(id) : undefined;
  if (typeof id === "string" && Object.keys(value).length === 1 && known === undefined) return [id];
  return [nodeOf(state, known ?? value, depth, false)];
}
