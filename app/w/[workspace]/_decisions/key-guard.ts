/** For how long keys and buttons that decide do nothing after a change that the person did not cause, in milliseconds. */
export const STILL_MS = 600;

/** Keeps a press that was meant for what stood there a moment ago from deciding on what stands there now. */
export interface KeyGuard {
  /** The list or the open entry changed, and the person did not cause it. */
  changed(): void;
  /** The person moved or decided: what they see is what they wanted to see. */
  acted(): void;
  /** Whether a press that decides has to be ignored now. */
  holds(): boolean;
  /**
   * The doing of a key or a button that decides, which does nothing while presses are ignored. A button stays as it is
   * meanwhile and keeps the focus.
   */
  meant(run: () => void): () => void;
}

/** @param now milliseconds of any clock that only grows */
export function createKeyGuard(now: () => number): KeyGuard {
  let until = Number.NEGATIVE_INFINITY;
  const holds = () => now() < until;
  return {
    changed() {
      until = now() + STILL_MS;
    },
    acted() {
      until = Number.NEGATIVE_INFINITY;
    },
    holds,
    meant: (run) => () => {
      if (!holds()) run();
    },
  };
}

/** A row as far as it says whether a list is still the same. */
export interface ListedVersion {
  readonly id: string;
  readonly version: number;
}

/**
 * Whether a list changed by somebody else's doing between two readings: a row left, came or moved on that the person
 * decided nothing about.
 * @param own the rows that the person decided on
 * @param appended whether the person asked for more rows, which then come at the end
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
