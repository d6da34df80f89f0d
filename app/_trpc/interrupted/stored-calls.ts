/** A change that the end of a session stopped, as it is offered again after signing in. */
export interface KeptCall {
  readonly path: string;
  readonly input: unknown;
  /** Its Idempotency-Key: sent under the same one, it takes effect once even if it had got through. */
  readonly key: string;
  /** The change in words; null where nobody put it into words. */
  readonly says: string | null;
}

/** Where the calls of one tab are kept; the browser's sessionStorage. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

interface Kept {
  readonly person: string;
  readonly calls: readonly KeptCall[];
}

const SHELF_KEY = "pricecheck.interrupted";
const SECRET = /password|secret|credential|token|proof|^code$|^old$/i;

/** Whether an input holds something that must not be written down in the browser. */
export function holdsSecret(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return false;
  return Object.entries(input).some(
    ([name, value]) => (SECRET.test(name) && value !== null) || holdsSecret(value),
  );
}

/** Keeps a change for the same person; what holds a secret is not kept, nor what there is no room for. */
export function keepCall(shelf: Shelf, person: string, call: KeptCall): void {
  if (holdsSecret(call.input)) return;
  const others = keptCalls(shelf, person).filter(({ key }) => key !== call.key);
  write(shelf, { person, calls: [...others, call] });
}

/** The changes kept for this person; what was kept for anybody else is thrown away. */
export function keptCalls(shelf: Shelf, person: string): readonly KeptCall[] {
  const kept = read(shelf);
  if (kept === null) return [];
  if (kept.person === person) return kept.calls;
  shelf.removeItem(SHELF_KEY);
  return [];
}

/** Forgets what matches: it was sent, or is not wanted any more. */
export function dropCalls(shelf: Shelf, person: string, matches: (call: KeptCall) => boolean): void {
  const calls = keptCalls(shelf, person).filter((call) => !matches(call));
  if (calls.length === 0) shelf.removeItem(SHELF_KEY);
  else write(shelf, { person, calls });
}

function write(shelf: Shelf, kept: Kept): void {
  try {
    shelf.setItem(SHELF_KEY, JSON.stringify(kept));
  } catch {
    // A full or forbidden store keeps nothing; signing in works all the same.
  }
}

function read(shelf: Shelf): Kept | null {
  try {
    return JSON.parse(shelf.getItem(SHELF_KEY) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}
