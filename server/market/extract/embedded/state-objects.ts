import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { endOfValue, isRecord, type Json, parsed } from "@/server/market/extract/structured/json-text";

export type JsonObject = { readonly [key: string]: Json };

/** Limit of the characters scanned in all scripts together. */
const WORK = 6_000_000;
const ATTEMPTS = 12;
const MAX_OBJECTS = 60_000;
const MOST_ATTRIBUTES = 200;
const DATA_NAMES =
  /^data-.*(?:product|item|variant|sku|props|state|json|model|page|analytics|ecommerce|gtm|layer|options)/;

/** Iterates over the objects of a page's JSON data for scripts, outer before inner, up to a maximum number. */
export function* stateObjects(page: ParsedPage): Generator<JsonObject> {
  let remaining = MAX_OBJECTS;
  for (const document of stateDocuments(page)) {
    const stack: Json[] = [document];
    for (let value = stack.pop(); value !== undefined && remaining > 0; value = stack.pop()) {
      if (isRecord(value)) {
        remaining--;
        yield value;
      }
      if (typeof value === "object" && value !== null) {
        const inner: readonly Json[] = Array.isArray(value) ? value : Object.values(value);
        for (let at = inner.length - 1; at >= 0; at--) {
          const one = inner[at];
          if (typeof one === "object" && one !== null) stack.push(one);
        }
      }
    }
  }
}

function* stateDocuments(page: ParsedPage): Generator<Json> {
  let work = WORK;
  for (const script of page.scripts) {
    if (work <= 0) return;
    if (script.type.includes("ld+json")) continue;
    work -= script.text.length;
    if (script.type.includes("json")) {
      const document = parsed(script.text.trim());
      if (document !== undefined) yield document;
    } else if (script.text.includes('"')) {
      for (const found of assignedValues(script.text, () => work)) {
        work -= found.cost;
        if (found.value !== undefined) yield found.value;
      }
    }
  }
  yield* attributeDocuments(page);
}

function* attributeDocuments(page: ParsedPage): Generator<Json> {
  let remaining = MOST_ATTRIBUTES;
  for (const { name, value } of page.index.data) {
    if (!DATA_NAMES.test(name)) continue;
    const text = value.trim();
    if (!text.startsWith("{") && !text.startsWith("[{")) continue;
    if (remaining-- <= 0) return;
    const document = parsed(text);
    if (document !== undefined) yield document;
  }
}

/**
 * Iterates over the values of `name = {…}`, `name: {…}`, `push({…})`, `JSON.parse("…")` in script text that are plain
 * JSON.
 */
function* assignedValues(
  text: string,
  remaining: () => number,
): Generator<{ value: Json | undefined; cost: number }> {
  const opening = /[=(]\s*(?=(?:\{\s*"|\[\s*\{\s*"))|JSON\.parse\(\s*(?=")/g;
  for (let attempt = 0; attempt < ATTEMPTS && remaining() > 0; attempt++) {
    const match = opening.exec(text);
    if (match === null) return;
    const start = match.index + match[0].length;
    if (text[start] === '"') {
      const quoted = /^"(?:[^"\\]|\\.)*"/s.exec(text.slice(start, start + 1_000_000))?.[0] ?? "";
      const inner = parsed(quoted);
      opening.lastIndex = start + Math.max(1, quoted.length);
      yield { value: typeof inner === "string" ? parsed(inner) : undefined, cost: quoted.length };
      continue;
    }
    const end = endOfValue(text, start);
    const value = end === null ? undefined : parsed(text.slice(start, end));
    opening.lastIndex = value === undefined || end === null ? start + 1 : end;
    yield { value, cost: (end ?? text.length) - start };
  }
}
