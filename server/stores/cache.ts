import { createHash } from "node:crypto";

declare const VALUE: unique symbol;

/** Names what a connector keeps of a connection, such as its token; each value is a `T`. */
export interface Kept<T> {
  /** The kind of store. */
  readonly kind: string;
  readonly name: string;
  /** For how many connections it is kept at most; default `MOST`. */
  readonly most?: number;
  readonly [VALUE]?: T;
}

const MOST = 1000;

/**
 * What the connectors of a process remember between calls, and all that they remember. Everything in it can be had of
 * the store again. Values are kept by their name and the connection's key.
 */
export interface StoreCache {
  /** Returns the value; undefined if there is none, or its time is up. */
  get<T>(what: Kept<T>, key: string): T | undefined;
  /**
   * Keeps a value. Of more than `most` with the same name, the one set first is dropped.
   * @param until the time in milliseconds since 1970 from which it is not returned any more; default: never
   */
  set<T>(what: Kept<T>, key: string, value: T, until?: number): void;
  delete(what: Kept<unknown>, key: string): void;
  /**
   * Computes a value, at most one at a time for a name and key: whoever asks meanwhile gets the outcome of the running
   * computation, its error included. The outcome is not kept.
   */
  share<T>(what: Kept<T>, key: string, compute: () => Promise<T>): Promise<T>;
}

/** Identifies address and sign-in of a connection in the cache; a digest, so that it contains no secret. */
export const connectionKey = ({ url, credentials }: { readonly url: string; readonly credentials: object }) =>
  createHash("sha256")
    .update(JSON.stringify([url, credentials]))
    .digest("base64");

interface Entry {
  readonly value: unknown;
  readonly until: number;
}

/** Opens an empty cache. @param now the time in milliseconds since 1970, by which values expire */
export function openStoreCache(now: () => number): StoreCache {
  const entries = new Map<string, Map<string, Entry>>();
  const running = new Map<string, Promise<unknown>>();
  const nameOf = ({ kind, name }: Kept<unknown>): string => `${kind} ${name}`;
  const namedAs = (what: Kept<unknown>): Map<string, Entry> => {
    const known = entries.get(nameOf(what)) ?? new Map<string, Entry>();
    entries.set(nameOf(what), known);
    return known;
  };
  return {
    get: <T>(what: Kept<T>, key: string) => {
      const found = namedAs(what).get(key);
      if (found === undefined) return undefined;
      if (now() < found.until) return found.value as T;
      namedAs(what).delete(key);
      return undefined;
    },
    set: (what, key, value, until = Number.POSITIVE_INFINITY) => {
      const named = namedAs(what);
      named.delete(key);
      named.set(key, { value, until });
      const [first] = named.keys();
      if (named.size > (what.most ?? MOST) && first !== undefined) named.delete(first);
    },
    delete: (what, key) => void namedAs(what).delete(key),
    share: <T>(what: Kept<T>, key: string, compute: () => Promise<T>) => {
      const id = `${nameOf(what)} ${key}`;
      const begun = running.get(id) ?? compute().finally(() => running.delete(id));
      running.set(id, begun);
      return begun as Promise<T>;
    },
  };
}
