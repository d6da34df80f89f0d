import type { Mutation } from "./mutants";

/** A mutant's changes of statements, and those that were in vain. */
export interface Rewriter {
  /** Returns the statement without the guard. */
  readonly rewrite: (statement: string) => string;
  /** Whether the transaction is committed too early after this statement. */
  readonly splitsAfter: (statement: string) => boolean;
  /** The patterns that no statement has contained so far: a statement was reworded, and the guard is still there. */
  readonly unmatched: () => readonly string[];
}

/** Creates the rewriter of a mutant, to be shared by all of its connections. */
export function rewriterOf({ rewrites, splitAfter }: Pick<Mutation, "rewrites" | "splitAfter">): Rewriter {
  const patterns = [...rewrites.map(({ part }) => part), ...(splitAfter === null ? [] : [splitAfter])];
  const matched = new Set<RegExp>();
  const matches = (statement: string, pattern: RegExp): boolean => {
    const found = statement.search(pattern) >= 0;
    if (found) matched.add(pattern);
    return found;
  };
  return {
    rewrite: (statement) =>
      rewrites.reduce(
        (text, { part, by }) => (matches(text, part) ? text.replace(part, by) : text),
        statement,
      ),
    splitsAfter: (statement) => splitAfter !== null && matches(statement, splitAfter),
    unmatched: () => patterns.filter((pattern) => !matched.has(pattern)).map(({ source }) => source),
  };
}
