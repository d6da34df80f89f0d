/** One field of what was changed, as it was and as it is; null where there was none. */
export type ChangedField = {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
};

/**
 * Takes apart what an audit event holds before and after, both canonical JSON.
 * @returns the fields that differ, in the order of their names; a value that is no object is one field without a name
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
    return new Map([["", shown(value)]]);
  return new Map(Object.entries(value).map(([name, field]) => [name, shown(field)]));
}

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
