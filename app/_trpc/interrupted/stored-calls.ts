/** A change that the end of a session stopped, as it is offered again after signing in. */
export interface StoredCall {
  readonly path: string;
  readonly input: unknown;
  /** Its Idempotency-Key: sent under the same one, it takes effect once even if it had got through. */
  readonly key: string;
  /** The change in words; null where nobody put it into words. */
  readonly says: string | null;
}

/** Where the calls of one tab are kept; the browser's sessionStorage. */
export type CallStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

interface Kept {
  readonly person: string;
  readonly calls: readonly StoredCall[];
}

const STORAGE_KEY = "pricecheck.interrupted";
const SECRET = /password|secret|credential|token|proof|^code$|^old$/i;

/** Whether an input holds something that must not be written down in the browser. */
export function holdsSecret(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return false;
  return Object.entries(input).some(
    ([name, value]) => (SECRET.test(name) && value !== null) || holdsSecret(value),
  );
}

/** Keeps a change for the same person; what holds a secret is not kept, nor what there is no room for. */
export function keepCall(storage: CallStorage, person: string, call: StoredCall): void {
  if (holdsSecret(call.input)) return;
  const others = storedCalls(storage, person).filter(({ key }) => key !== call.key);
  write(storage, { person, calls: [...others, call] });
}

/** The changes kept for this person; what was kept for anybody else is thrown away. */
export function storedCalls(storage: CallStorage, person: string): readonly StoredCall[] {
  const kept = read(storage);
  if (kept === null) return [];
  if (kept.person === person) return kept.calls;
  storage.removeItem(STORAGE_KEY);
  return [];
}

/** Forgets what matches: it was sent, or is not wanted any more. */
export function dropCalls(
  storage: CallStorage,
  person: string,
  matches: (call: StoredCall) => boolean,
): void {
  const calls = storedCalls(storage, person).filter((call) => !matches(call));
  if (calls.length === 0) storage.removeItem(STORAGE_KEY);
  else write(storage, { person, calls });
}

function write(storage: CallStorage, kept: Kept): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(kept));
  } catch {
    // A full or forbidden store keeps nothing; signing in works all the same.
  }
}

function read(storage: CallStorage): Kept | null {
  try {
    return JSON.parse(storage.getItem(STORAGE_KEY) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}
