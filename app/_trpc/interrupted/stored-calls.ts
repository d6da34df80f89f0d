/** A mutation that the end of a session interrupted, to be offered again after signing in. */
export interface StoredCall {
  /** The workspace that the page was of; null outside of one. In another the same call would be another change. */
  readonly workspaceId: string | null;
  readonly path: string;
  readonly input: unknown;
  /** Its Idempotency-Key: sent again with the same key, it takes effect once even if the first request arrived. */
  readonly key: string;
  /** The mutation as a sentence; null if the caller gave none. */
  readonly says: string | null;
}

/** The storage of one tab's calls: the browser's sessionStorage. */
export type CallStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

interface StoredCalls {
  readonly person: string;
  readonly calls: readonly StoredCall[];
}

const STORAGE_KEY = "pricecheck.interrupted";
const SECRET = /password|secret|credential|token|proof|^code$|^old$/i;

/** Whether an input contains a secret, which must not be stored in the browser. */
export function containsSecret(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return false;
  return Object.entries(input).some(
    ([name, value]) => (SECRET.test(name) && value !== null) || containsSecret(value),
  );
}

/** Stores a mutation for the same person. Mutations that contain a secret or exceed the storage are dropped. */
export function storeCall(storage: CallStorage, person: string, call: StoredCall): void {
  if (containsSecret(call.input)) return;
  const others = storedCalls(storage, person).filter(({ key }) => key !== call.key);
  write(storage, { person, calls: [...others, call] });
}

/** Returns the mutations stored for this person; deletes those stored for anyone else. */
export function storedCalls(storage: CallStorage, person: string): readonly StoredCall[] {
  const stored = read(storage);
  if (stored === null) return [];
  if (stored.person === person) return stored.calls;
  storage.removeItem(STORAGE_KEY);
  return [];
}

/** Deletes the stored mutations that match: they were sent or discarded. */
export function dropCalls(
  storage: CallStorage,
  person: string,
  matches: (call: StoredCall) => boolean,
): void {
  const calls = storedCalls(storage, person).filter((call) => !matches(call));
  if (calls.length === 0) storage.removeItem(STORAGE_KEY);
  else write(storage, { person, calls });
}

function write(storage: CallStorage, stored: StoredCalls): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(stored));
  } catch {
    // The storage is full or disabled: nothing is stored, and signing in still works.
  }
}

function read(storage: CallStorage): StoredCalls | null {
  try {
    return JSON.parse(storage.getItem(STORAGE_KEY) ?? "null") as StoredCalls | null;
  } catch {
    return null;
  }
}
