/** A request to the server. */
export interface MedusaRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string;
  readonly cookie: string;
  readonly text: string;
  readonly isJson: boolean;
}

/** A body that is a text is a page, not JSON. */
export interface MedusaAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (body: unknown): MedusaAnswer => ({ status: 200, body });

export const medusaError = (status: number, type: string, message: string): MedusaAnswer => ({
  status,
  body: { type, message },
});
export const invalidData = (message: string): MedusaAnswer =>
  medusaError(400, "invalid_data", `Invalid request: ${message}`);
export const unknownError = medusaError(500, "unknown_error", "An unknown error occurred.");
export const notFound = (message: string): MedusaAnswer => medusaError(404, "not_found", message);

/** The answer to a path or a method that the server does not have. */
export const noPage = ({ method, path }: MedusaRequest): MedusaAnswer => ({
  status: 404,
  body: `<!DOCTYPE html><html lang="en"><body><pre>Cannot ${method} ${path}</pre></body></html>`,
});

const unrecognized = (names: readonly string[]): MedusaAnswer =>
  invalidData(`Unrecognized fields: '${names.join(", ")}'`);

const PAGING = ["fields", "limit", "offset", "order", "with_deleted"];

/** Returns the error for a query with a parameter that the path does not know; null if there is none. */
export function refuseQuery({ query }: MedusaRequest, filters: readonly string[]): MedusaAnswer | null {
  const known = [...PAGING, ...filters];
  const unknown = [...query.keys()].filter((name) => !known.includes(name.replace(/\[.*$/, "")));
  if (unknown.length > 0) return unrecognized(unknown);
  return Number(query.get("limit") ?? 0) < 0 ? unknownError : null;
}

/** The values of a filter: `name` or `name[]`; null if it is not given. */
export function filterOf({ query }: MedusaRequest, name: string): readonly string[] | null {
  const values = [...query.getAll(name), ...query.getAll(`${name}[]`)];
  return values.length === 0 ? null : values;
}

/** The rows of a page and its figures. The list is cut as it is asked for, without a limit of the server's. */
export function pageOf<T>({ query }: MedusaRequest, rows: readonly T[], usual = 50) {
  const limit = Number(query.get("limit") ?? usual);
  const offset = Number(query.get("offset") ?? 0);
  return { page: rows.slice(offset, offset + limit), figures: { count: rows.length, offset, limit } };
}

/** Parses a body of JSON; an error for anything else, or for a field that the path does not know. */
export function readBody(
  { text, isJson }: MedusaRequest,
  known: readonly string[],
): { readonly sent: Readonly<Record<string, unknown>> } | MedusaAnswer {
  try {
    const sent: Record<string, unknown> = isJson && text !== "" ? JSON.parse(text) : {};
    if (!isJson && text !== "") return medusaError(400, "invalid_data", "The body is not JSON.");
    const unknown = Object.keys(sent).filter((name) => !known.includes(name));
    return unknown.length > 0 ? unrecognized(unknown) : { sent };
  } catch (error) {
    return medusaError(400, "invalid_data", error instanceof Error ? error.message : "");
  }
}
