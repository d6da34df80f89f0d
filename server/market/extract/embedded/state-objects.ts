import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { literalAt } from "@/server/market/extract/embedded/script-literals";
import { endOfValue, isRecord, type Json, parsed } from "@/server/market/extract/structured/json-text";
import { isoCurrency } from "@/server/market/extract/structured/offers-of-product";

export type JsonObject = { readonly [key: string]: Json };
/** An object with the currency that it or the nearest object around it states; null when none does. */
export type StateObject = { readonly object: JsonObject; readonly currency: string | null };

/** Limit of the characters scanned in all scripts together. */
const WORK = 6_000_000;
const ATTEMPTS = 12;
const MAX_OBJECTS = 60_000;
const MOST_ATTRIBUTES = 200;
const DATA_NAMES =
  /^data-.*(?:product|item|variant|sku|props|state|json|model|page|analytics|ecommerce|gtm|layer|options)/;

const CURRENCY_KEYS = /^(?:currency|currency_?code|price_?currency|currency_?iso)$/i;

/** Returns the ISO 4217 code that an object states itself, or null. */
export function ownCurrency(object: JsonObject): string | null {
  for (const key in object) {
    const value = object[key];
    if (typeof value === "string" && CURRENCY_KEYS.test(key)) return isoCurrency(value);
  }
  return null;
}

/** Iterates over the objects of a page's data for scripts, outer before inner, up to a maximum number. */
export function* stateObjects(page: ParsedPage): Generator<StateObject> {
  let remaining = MAX_OBJECTS;
  for (const document of stateDocuments(page)) {
    const stack: { readonly value: Json; readonly around: string | null }[] = [
      { value: document, around: null },
    ];
    for (let next = stack.pop(); next !== undefined && remaining > 0; next = stack.pop()) {
      const { value } = next;
      let { around } = next;
      if (isRecord(value)) {
        remaining--;
        around = ownCurrency(value) ?? around;
        yield { object: value, currency: around };
      }
      if (typeof value === "object" && value !== null) {
        const inner: readonly Json[] = Array.isArray(value) ? value : Object.values(value);
        for (let at = inner.length - 1; at >= 0; at--) {
          const one = inner[at];
          if (typeof one === "object" && one !== null) stack.push({ value: one, around });
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
    } else if (script.text.includes('"') || script.text.includes("'")) {
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

/** What a script assigns or passes on: plain JSON, JSON in a text, or an object in the notation of scripts. */
const JSON_OPENING = /[=(]\s*(?=(?:\{\s*"|\[\s*\{\s*"))|JSON\.parse\(\s*(?=")/g;
const ANY_OPENING = /[=(]\s*(?=(?:\{\s*["'A-Za-z_$]|\[\s*\{\s*["'A-Za-z_$]))|JSON\.parse\(\s*(?=")/g;
const NAMES_A_PRICE = /price["']?\s*:/i;
const LONGEST_NOTATION = 200_000;

/**
 * Iterates over the values of `name = {…}`, `push({…})`, `JSON.parse("…")` in script text. The notation of scripts is
 * only read where it names a price.
 */
function* assignedValues(
  text: string,
  remaining: () => number,
): Generator<{ value: Json | undefined; cost: number }> {
  const isNotation = text.length <= LONGEST_NOTATION && NAMES_A_PRICE.test(text);
  const opening = new RegExp(isNotation ? ANY_OPENING : JSON_OPENING);
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
    const found = jsonAt(text, start) ?? (isNotation ? literalAt(text, start) : null);
    opening.lastIndex = found?.end ?? start + 1;
    yield { value: found?.value, cost: (found?.end ?? text.length) - start };
  }
}

function jsonAt(text: string, start: number): { readonly value: Json; readonly end: number } | null {
  const end = endOfValue(text, start);
  const value = end === null ? undefined : parsed(text.slice(start, end));
  return end === null || value === undefined ? null : { value, end };
}
