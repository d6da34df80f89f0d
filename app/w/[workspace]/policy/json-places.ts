/** Where the values of a JSON text begin. */
export interface JsonPlaces {
  /** The offset of each value by its dotted path; "" is the whole. */
  readonly offsets: ReadonlyMap<string, number>;
  /** The offset at which the text stops being JSON; null if it is JSON. */
  readonly brokenAt: number | null;
}

/** A place in a text as people count: the first line is 1. */
export interface TextPlace {
  readonly line: number;
  /** The offsets between which its line stands. */
  readonly from: number;
  readonly to: number;
}

class Broken extends Error {
  constructor(readonly at: number) {
    super("not JSON");
  }
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** Reads where the values of a JSON text begin, up to where it is broken. */
export function jsonPlaces(text: string): JsonPlaces {
  const offsets = new Map<string, number>();
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    at += found?.length ?? 0;
    return found ?? null;
  };
  const next = (character: string): boolean => {
    take(SPACE);
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const entries = (end: string, entry: (index: number) => void): void => {
    if (next(end)) return;
    for (let index = 0; ; index += 1) {
      entry(index);
      if (next(end)) return;
      if (!next(",")) throw new Broken(at);
    }
  };
  const value = (path: string): void => {
    take(SPACE);
    offsets.set(path, at);
    const below = (key: string | number) => (path === "" ? String(key) : `${path}.${key}`);
    if (next("{"))
      return entries("}", () => {
        take(SPACE);
        const key = take(STRING);
        if (key === null || !next(":")) throw new Broken(at);
        value(below(JSON.parse(key) as string));
      });
    if (next("[")) return entries("]", (index) => value(below(index)));
    if ((take(STRING) ?? take(SCALAR)) === null) throw new Broken(at);
  };
  try {
    value("");
    take(SPACE);
    return { offsets, brokenAt: at < text.length ? at : null };
  } catch (error) {
    if (error instanceof Broken) return { offsets, brokenAt: error.at };
    throw error;
  }
}

/** Returns the line of a path's value, or of the nearest value around it that the text has. */
export function lineOfPath(text: string, { offsets }: JsonPlaces, path: string): TextPlace {
  const keys = path.split(".");
  for (let length = keys.length; length > 0; length -= 1) {
    const offset = offsets.get(keys.slice(0, length).join("."));
    if (offset !== undefined) return lineAt(text, offset);
  }
  return lineAt(text, offsets.get("") ?? 0);
}

/** Returns the line of an offset. */
export function lineAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  const end = text.indexOf("\n", offset);
  return {
    line: before.split("\n").length,
    from: before.lastIndexOf("\n") + 1,
    to: end < 0 ? text.length : end,
  };
}
