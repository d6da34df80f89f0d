import { lintPolicy } from "@/server/domain/pricing/lint";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { placeLabel } from "@/server/domain/pricing/policy-labels";
import { type JsonValue, readPolicyText } from "./policy-text";

type JsonObject = { [key: string]: JsonValue };

/** A draft as it stands in the editor: its text is what counts, form and JSON both write it. */
export interface Draft {
  /** The object that the text says; null where it is no JSON object, and then `unreadable` says so. */
  readonly json: JsonObject | null;
  readonly unreadable: string | null;
  /** The document, where every setting holds. */
  readonly document: PolicyDocument | null;
  /** What does not hold and what is doubtful; an error stands in the way of activation. */
  readonly findings: readonly PolicyFinding[];
}

/** Reads a draft and evaluates it by the checks that its activation goes through. */
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

/** What is found at a place of the document, or below it. */
export const findingsAt = (findings: readonly PolicyFinding[], path: string): PolicyFinding[] =>
  findings.filter((each) => each.path === path || each.path.startsWith(`${path}.`));

/** A place of a draft as people know it, its scopes by their names. */
export const draftPlace = ({ json }: Pick<Draft, "json">, path: string): string =>
  placeLabel(path, (index) => {
    const name = json === null ? undefined : valueAt(json, `scopes.${index}.name`);
    return typeof name === "string" && name !== "" ? name : undefined;
  });

/** The value at a dotted place; undefined where the document does not say. */
export function valueAt(json: JsonValue, path: string): JsonValue | undefined {
  let at: JsonValue | undefined = json;
  for (const key of path.split(".")) {
    if (Array.isArray(at)) at = at[Number(key)];
    else if (at !== null && typeof at === "object") at = at[key];
    else return undefined;
  }
  return at;
}

/** The document with another value at a dotted place; undefined takes the setting out, and objects left empty with it. */
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

/** "0.125" as the percentage people type: "12.5". Anything that is no decimal stays as it is. */
export const percentOfRatio = (ratio: string): string => shift(ratio, 2);

/** "12.5" percent as the ratio the document holds: "0.125". Anything that is no decimal stays as it is. */
export const ratioOfPercent = (percent: string): string => shift(percent.trim().replace(",", "."), -2);

function shift(text: string, by: number): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "", fraction = ""] = match;
  const digits = `00${whole}${fraction}00`;
  const point = 2 + whole.length + by;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, "");
  const right = digits.slice(point).replace(/0+$/, "");
  return `${sign}${left}${right === "" ? "" : `.${right}`}`;
}
