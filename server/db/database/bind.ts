/** Adds a value to a statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** Returns the values of a statement and the function that adds to them. */
export function boundValues(...first: readonly unknown[]): {
  readonly values: unknown[];
  readonly bind: Bind;
} {
  const values = [...first];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** Returns the pattern of ILIKE that finds a text anywhere, its wildcards taken literally. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
