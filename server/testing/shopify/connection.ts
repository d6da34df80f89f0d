import { GraphQLError } from "graphql";

/** The arguments of a list. */
export interface ListArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly query?: string | null;
}

interface Row {
  readonly id: number;
}

/** A test of rows by one term of a search, such as `updated_at:>='2026-01-01T00:00:00Z'`. */
export type Term<T> = (row: T, value: string) => boolean;

/** Returns the rows that a search finds. @throws GraphQLError for a term that the stand-in does not know */
export function searched<T extends Row>(
  rows: readonly T[],
  query: string | null | undefined,
  terms: Readonly<Record<string, Term<T>>>,
): T[] {
  if (!query) return [...rows];
  const [match, name = "", value = ""] = /^(\w+):(.+)$/.exec(query) ?? [];
  const term = terms[name];
  if (match === undefined || !term) throw new GraphQLError(`The stand-in knows no search ${query}`);
  return rows.filter((row) => term(row, value));
}

/** Returns a page in the order of the ids. A cursor names the last row, which may have been deleted since. */
export function pageOf<T extends Row>(rows: readonly T[], { first, after }: ListArguments) {
  if (!first || first < 1 || first > 250)
    throw new GraphQLError("you must provide one of first or last, at most 250", {
      extensions: { code: "BAD_REQUEST" },
    });
  const last = after ? Number(JSON.parse(Buffer.from(after, "base64").toString()).last_id) : 0;
  const behind = [...rows].sort((a, b) => a.id - b.id).filter(({ id }) => id > last);
  const nodes = behind.slice(0, first);
  const end = nodes.at(-1);
  return {
    nodes,
    pageInfo: {
      hasNextPage: behind.length > nodes.length,
      endCursor: end ? Buffer.from(JSON.stringify({ last_id: end.id })).toString("base64") : null,
    },
  };
}
