/** Which fields a request asks for, by their path. */
export type Wants = (path: string) => boolean;

/**
 * Reads the `fields` of a request. Names with `+` (which an address may turn into a space) or `*` alone add to the
 * usual fields; a plain name replaces them. `*name` is a relation with its own fields, but not with the relations of
 * it.
 */
export function wantsOf(fields: string | null, usual: readonly string[]): Wants {
  const named = fields?.split(",").filter(Boolean) ?? [];
  const replaces = named.some((name) => /^\w/.test(name));
  const all = [...(replaces ? [] : usual), ...named].map((name) => name.replace(/^[+ ]/, ""));
  const paths = new Set(all);
  return (path) => {
    const relation = path.slice(0, Math.max(0, path.lastIndexOf(".")));
    return paths.has(path) || paths.has(`*${path}`) || (relation !== "" && paths.has(`*${relation}`));
  };
}

type Row = Readonly<Record<string, unknown>>;
/** Values that are objects without being relations. */
const PLAIN = new Set(["metadata", "rules"]);
const isRelation = (name: string, value: unknown): value is Row | readonly Row[] =>
  typeof value === "object" && value !== null && !PLAIN.has(name);

/** Keeps the wanted fields; a relation that is there brings its id along. */
export function pick(row: Row, wants: Wants, path = ""): Row {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const own = path + name;
    if (isRelation(name, value)) {
      const inner = (each: Row) => pick(each, wants, `${own}.`);
      const shown = Array.isArray(value) ? value.map(inner) : inner(value as Row);
      const fields = Array.isArray(value)
        ? value.flatMap((each: Row) => Object.keys(each))
        : Object.keys(value);
      if (wants(own) || fields.some((field) => wants(`${own}.${field}`))) kept[name] = shown;
    } else if (wants(own) || (path !== "" && name === "id")) kept[name] = value;
  }
  return kept;
}
