import { lintPolicy } from "@/server/domain/pricing/lint";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { placeLabel } from "@/server/domain/pricing/policy-labels";
import { type JsonValue, readPolicyText } from "./policy-text";

type JsonObject = { [key: string]: JsonValue };

/** The parsed draft of the editor. The text is the source; form and JSON view both write it. */
export interface Draft {
  /** The parsed object; null if the text is no JSON object, and `unreadable` holds the message. */
  readonly json: JsonObject | null;
  readonly unreadable: string | null;
  /** The validated document; null if any setting is invalid. */
  readonly document: PolicyDocument | null;
  /** Errors and warnings; an error prevents activation. */
  readonly findings: readonly PolicyFinding[];
}

/** Parses a draft and validates it with the same checks as its activation. */
export function readDraftText(text: string): Draft {
  const read = readPolicyText(text);
  if (!read.ok) return { json: null, unreadable: read.message, document: null, findings: [] };
  const checked = readPolicyDocument(read.document);
  if (!checked.ok) {
    const findings = checked.issues.map((issue) => ({ level: "error" as const, ...issue }));
    return { json: read.document, unreadable: null, document: null, findings };
  }
  const { document } = checked;
  return { json: read.document, unreadable: null, document, findings: lintPolicy(document) };
}

/** Returns the findings at a path of the document or below it. */
export const findingsAt = (findings: readonly PolicyFinding[], path: string): PolicyFinding[] =>
  findings.filter((each) => each.path === path || each.path.startsWith(`${path}.`));

/** Returns a readable label for a path of the draft, with scopes and lanes by name. */
export const draftPathLabel = ({ json }: Pick<Draft, "json">, path: string): string =>
  placeLabel(path, (list, index) => {
    const name = json === null ? undefined : valueAt(json, `${list}.${index}.name`);
    return typeof name === "string" && name !== "" ? name : undefined;
  });

/** Returns the value at a dotted path; undefined if the document has none. */
export function valueAt(json: JsonValue, path: string): JsonValue | undefined {
  let at: JsonValue | undefined = json;
  for (const key of path.split(".")) {
    if (Array.isArray(at)) at = at[Number(key)];
    else if (at !== null && typeof at === "object") at = at[key];
    else return undefined;
  }
  return at;
}

/**
 * Returns the document with another value at a dotted path; undefined removes the setting and the objects left empty.
 */
export function withValue(json: JsonObject, path: string, value: JsonValue | undefined): JsonObject {
  const changed = put(json, path.split("."), value);
  return changed !== undefined && changed !== null && typeof changed === "object" && !Array.isArray(changed)
    ? changed
    : {};
}

function put(
  at: JsonValue | undefined,
  [key = "", ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonValue | undefined {
  const next = (below: JsonValue | undefined) => (rest.length === 0 ? value : put(below, rest, value));
  if (Array.isArray(at)) {
    const index = Number(key);
    const entry = next(at[index]);
    const rows = [...at];
    if (entry === undefined) rows.splice(index, 1, ...(rest.length === 0 ? [] : [{}]));
    else rows[index] = entry;
    return rows;
  }
  const entries = at !== null && typeof at === "object" ? { ...at } : {};
  const entry = next(entries[key]);
  if (entry === undefined) delete entries[key];
  else entries[key] = entry;
  return Object.keys(entries).length === 0 ? undefined : entries;
}
