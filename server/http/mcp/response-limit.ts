import { StreamedResponse } from "@/server/api/streamed-response";
import { plainJson } from "./plain-text";

/** About 25,000 tokens: fits beside the rest of a conversation. */
export const MAX_CHARACTERS = 100_000;

const MAX_TRIES = 6;

/** A JSON answer within the size limit; `hint` reports truncation or the next page. */
export interface LimitedResponse {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly hint: string | null;
}

type Call = (input: Readonly<Record<string, unknown>>) => Promise<unknown>;

/**
 * Performs a call and limits the size of its answer: a page is requested again with fewer rows, so that its cursor
 * continues exactly where it ends; any other answer has its longest lists truncated, which the hint reports.
 * @param call performs the call; called again with a smaller `limit` only when `pages` is set
 */
export async function limitedResponse(
  call: Call,
  input: Readonly<Record<string, unknown>>,
  { pages }: { readonly pages: boolean },
): Promise<LimitedResponse> {
  const response = await call(input);
  if (response instanceof StreamedResponse) return streamed(response);
  let value = asObject(plainJson(response));
  let text = JSON.stringify(value);
  for (let tries = 0; pages && text.length > MAX_CHARACTERS && tries < MAX_TRIES; tries++) {
    const rows = Array.isArray(value["data"]) ? value["data"].length : 0;
    if (rows < 2) break;
    const limit = Math.max(1, Math.floor((rows * MAX_CHARACTERS * 0.9) / text.length));
    value = asObject(plainJson(await call({ ...input, limit })));
    text = JSON.stringify(value);
  }
  if (text.length > MAX_CHARACTERS) return shortened(value);
  return { value, text, hint: nextPageHint(value) };
}

const nextPageHint = (value: Readonly<Record<string, unknown>>): string | null =>
  typeof value["next_cursor"] === "string"
    ? "There is more: call again with the same arguments and `cursor` set to `next_cursor`."
    : null;

function shortened(whole: Readonly<Record<string, unknown>>): LimitedResponse {
  const value = structuredClone(whole);
  const cut = new Map<string, string>();
  let text = JSON.stringify(value);
  while (text.length > MAX_CHARACTERS) {
    const longest = longestList(value, "");
    if (!longest) break;
    const had = cut.get(longest.path)?.split(" of ")[1] ?? String(longest.list.length);
    longest.list.length = Math.floor(longest.list.length / 2);
    cut.set(longest.path, `${longest.list.length} of ${had}`);
    text = JSON.stringify(value);
  }
  const truncated = [...cut].map(([path, count]) => `${path} (${count})`).join(", ");
  const hint = `This answer was cut to ${MAX_CHARACTERS / 1000} KB; it holds the first of: ${truncated}.`;
  return { value, text, hint: [hint, nextPageHint(value)].filter(Boolean).join(" ") };
}

/** Returns the list that takes most space in the value, with its path. */
function longestList(value: unknown, path: string): { path: string; list: unknown[]; size: number } | null {
  if (value === null || typeof value !== "object") return null;
  const inner = Object.entries(value)
    .map(([key, each]) => longestList(each, Array.isArray(value) ? path : path ? `${path}.${key}` : key))
    .reduce((a, b) => (a === null || (b !== null && b.size > a.size) ? b : a), null);
  if (!Array.isArray(value) || value.length === 0) return inner;
  const own = { path, list: value, size: JSON.stringify(value).length };
  return inner !== null && inner.size * 2 > own.size ? inner : own;
}

/** Reads a stream up to the size limit, and closes truncated JSON after the last complete row. */
async function streamed({ body }: StreamedResponse): Promise<LimitedResponse> {
  const decoder = new TextDecoder();
  let read = "";
  let whole = true;
  for await (const part of body) {
    read += typeof part === "string" ? part : decoder.decode(part, { stream: true });
    if (read.length > MAX_CHARACTERS) {
      whole = false;
      break;
    }
  }
  const value = asObject(
    plainJson(JSON.parse(whole ? read : closedAfterLastRow(read.slice(0, MAX_CHARACTERS)))),
  );
  const hint = `This answer was cut to ${MAX_CHARACTERS / 1000} KB. Narrow it down with the other arguments for the rest.`;
  return { value, text: JSON.stringify(value), hint: whole ? null : hint };
}

/** Closes the truncated text of a JSON object after the last complete element of its last list. */
export function closedAfterLastRow(begun: string): string {
  let inText = false;
  let depth = 0;
  let end = 0;
  for (let at = 0; at < begun.length; at++) {
    const character = begun[at];
    if (inText) {
      if (character === "\\") at++;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === "{" || character === "[") {
      depth++;
      if (depth === 2) end = at + 1;
    } else if (character === "}" || character === "]") {
      depth--;
      if (depth === 2) end = at + 1;
    }
  }
  return `${begun.slice(0, end)}]}`;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return { ...value };
  throw new Error("an endpoint for agents answered no JSON object");
}
