import type { z } from "zod";
import { nearestWord } from "@/server/domain/nearest-word";
import { PolicyDocument } from "@/server/domain/pricing/policy";

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;

/** At most so much of an unknown word is compared and repeated: it is the sender's own text. */
const LONGEST = 100;

/** A fault of a document's shape, with the place that it is about. */
export type ShapeFault = { readonly path: readonly PropertyKey[]; readonly message: string };

/**
 * Returns what an issue of the schema says to people: an unknown key or word names the nearest known one, if any is
 * near.
 * @param json the document as it was read
 */
export function shapeFaults(issue: Issue, json: unknown): ShapeFault[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(PolicyDocument, path, json);
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `"${key}" is no known setting${suggestion(key, known)}`,
    }));
  }
  const known =
    issue.code === "invalid_value"
      ? issue.values
      : issue.code === "invalid_union" && "options" in issue
        ? issue.options
        : [];
  const given = path.reduce(memberOf, json);
  if (typeof given !== "string" || known === undefined || known.length === 0)
    return [{ path, message: issue.message }];
  const words = known.map(String);
  const near = suggestion(given, words);
  return [{ path, message: `"${given.slice(0, LONGEST)}" is none of ${words.join(", ")}${near}` }];
}

/** The end of a sentence about an unknown word. */
function suggestion(word: string, known: readonly string[]): string {
  const near = word.length > LONGEST ? null : nearestWord(word, known);
  return near === null ? "." : `; did you mean "${near}"?`;
}

const memberOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;

/**
 * The keys that the schema knows at a path; of several kinds of an object, those of the one that the document names.
 */
function keysAt(schema: Schema, path: readonly PropertyKey[], json: unknown): string[] {
  const { def } = schema._zod;
  const inner = memberOf(def, "innerType");
  if (isSchema(inner)) return keysAt(inner, path, json);
  const options = memberOf(def, "options");
  if (Array.isArray(options))
    return options.filter(isSchema).flatMap((each) => (isNamed(each, json) ? keysAt(each, path, json) : []));
  const [key, ...rest] = path;
  const shape = memberOf(def, "shape");
  if (key === undefined) return typeof shape === "object" && shape !== null ? Object.keys(shape) : [];
  const next = memberOf(def, "element") ?? memberOf(shape, key);
  return isSchema(next) ? keysAt(next, rest, memberOf(json, key)) : [];
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && "_zod" in value;

/** Whether an object's `type` is one that this schema of a union is for; one without types is for any. */
function isNamed(schema: Schema, json: unknown): boolean {
  const type = memberOf(memberOf(schema._zod.def, "shape"), "type");
  const values = isSchema(type) ? memberOf(type._zod.def, "values") : null;
  return !Array.isArray(values) || values.includes(memberOf(json, "type"));
}
