/** Values with a canonical JSON form; amounts and times as decimal and ISO strings. */
export type Json =
  | string
  | number
  | boolean
  | null
  | bigint
  | Date
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/**
 * Serialises a value as JSON with sorted keys and no spaces, so that equal values give equal text; undefined fields
 * are omitted.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "bigint") return JSON.stringify(value.toString());
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const fields: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const field = value[key];
    if (field !== undefined) fields.push(`${JSON.stringify(key)}:${canonicalJson(field)}`);
  }
  return `{${fields.join(",")}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
