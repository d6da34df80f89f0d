/** One changed field, before and after; null if it did not exist. */
export type ChangedField = {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
};

/**
 * Compares the states before and after of an audit event, both canonical JSON.
 * @returns the fields that differ, ordered by name; a value that is no object becomes one field without a name
 */
export function changedFields(before: string | null, after: string | null): ChangedField[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names
    .map((name) => ({ name, before: old.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((field) => field.before !== field.after);
}

function fieldsOf(text: string | null): Map<string, string> {
  if (text === null) return new Map();
  const value: unknown = JSON.parse(text);
  if (value === null || typeof value !== "object" || Array.isArray(value))
    return new Map([["", textOf(value)]]);
  return new Map(Object.entries(value).map(([name, field]) => [name, textOf(field)]));
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
