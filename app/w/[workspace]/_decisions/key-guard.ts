/** The milliseconds in which deciding keys and buttons are ignored after a change that the person did not cause. */
export const KEY_GUARD_MS = 600;

/** Keeps a press that was meant for the previous content of the page from deciding on the present one. */
export interface KeyGuard {
  /** The list or the open entry changed, and the person did not cause it. */
  changed(): void;
  /** The person navigated or decided, so they expect the present content. */
  acted(): void;
  /** Whether a deciding press must be ignored now. */
  isBlocking(): boolean;
  /**
   * Wraps the handler of a deciding key or button, so that it does nothing while presses are ignored. The button
   * keeps its look and its focus meanwhile.
   */
  guarded(run: () => void): () => void;
}

/** @param now milliseconds of a monotonic clock */
export function createKeyGuard(now: () => number): KeyGuard {
  let until = Number.NEGATIVE_INFINITY;
  const isBlocking = () => now() < until;
  return {
    changed() {
      until = now() + KEY_GUARD_MS;
    },
    acted() {
      until = Number.NEGATIVE_INFINITY;
    },
    isBlocking,
    guarded: (run) => () => {
      if (!isBlocking()) run();
    },
  };
}

/** The id and version of a row, to compare two states of a list. */
export interface ListedVersion {
  readonly id: string;
  readonly version: number;
}

/**
 * Returns whether somebody else changed a list between two reads: a row that the person did not decide on left, came,
 * or has another version.
 * @param own the ids of the rows that the person decided on
 * @param appended whether the person loaded more rows, which are added at the end
 */
export function isForeignChange(
  before: readonly ListedVersion[],
  after: readonly ListedVersion[],
  own: ReadonlySet<string>,
  appended: boolean,
): boolean {
  const then = new Map(before.map(({ id, version }) => [id, version]));
  const now = new Map(after.map(({ id, version }) => [id, version]));
  const left = before.some(({ id, version }) => !own.has(id) && now.get(id) !== version);
  const came = !appended && after.some(({ id }) => !own.has(id) && !then.has(id));
  return left || came;
}

/**
 * Returns whether somebody else changed the open entry, or put another one in the position after it, where the next
 * decision leads. Changes elsewhere do not count: a colleague who decides all the time would keep the keys blocked.
 * @param open the id of the open entry; nothing counts while it is not in the list
 * @param own the ids of the rows that the person decided on
 */
export function isChangeAround(
  before: readonly ListedVersion[],
  after: readonly ListedVersion[],
  open: string | null,
  own: ReadonlySet<string>,
): boolean {
  const at = before.findIndex(({ id }) => id === open);
  const was = before[at];
  if (!was) return false;
  const is = after.find(({ id }) => id === open);
  if (!own.has(was.id) && is?.version !== was.version) return true;
  if (!is) return false;
  const next = (rows: readonly ListedVersion[], from: number) =>
    rows.slice(from + 1).find(({ id }) => !own.has(id))?.id;
  return next(before, at) !== next(after, after.indexOf(is));
}
