/** The kinds of rows whose changes are reported to browsers. */
const CHANGE_KINDS = ["recommendation", "run", "write_back", "alert", "batch"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** More changed rows of one kind are reported without their ids; the trigger `notify_changes` has the same limit. */
export const MAX_CHANGED_IDS = 100;

/** Rows of one kind that changed, without their figures. `ids` is null if the rows are too many or not known. */
export interface Change {
  readonly kind: ChangeKind;
  readonly ids: readonly string[] | null;
}

/**
 * Whether a value is a change. By hand, because every page loads this, and a schema library would be a tenth of its
 * scripts.
 */
export function isChange(value: unknown): value is Change {
  if (typeof value !== "object" || value === null || !("kind" in value) || !("ids" in value)) return false;
  const { kind, ids } = value;
  const isListed = Array.isArray(ids) && ids.every((id) => typeof id === "string");
  return CHANGE_KINDS.some((known) => known === kind) && (ids === null || isListed);
}

/**
 * Reads changes as the service sends them.
 * @throws Error if the value is anything else
 */
export function readChanges(value: unknown): readonly Change[] {
  if (Array.isArray(value) && value.every(isChange)) return value;
  throw new Error(`no changes but ${JSON.stringify(value)}`);
}

/** The change that stands for anything that may have been missed, for every kind. */
export const EVERYTHING: readonly Change[] = CHANGE_KINDS.map((kind) => ({ kind, ids: null }));

/** Collects changes until they are taken: one change for each kind, with each id once. */
export interface ChangeCollector {
  add(change: Change): void;
  /** Returns what was collected and empties the collector. */
  take(): Change[];
}

/** Creates an empty collector, whose size is bounded by the kinds and `MAX_CHANGED_IDS`. */
export function createChangeCollector(): ChangeCollector {
  let idsByKind = new Map<ChangeKind, Set<string> | null>();
  return {
    add({ kind, ids }) {
      const before = idsByKind.get(kind);
      const all = before === null || ids === null ? null : new Set([...(before ?? []), ...ids]);
      idsByKind.set(kind, all !== null && all.size > MAX_CHANGED_IDS ? null : all);
    },
    take() {
      const taken = [...idsByKind].map(([kind, ids]) => ({ kind, ids: ids === null ? null : [...ids] }));
      idsByKind = new Map();
      return taken;
    },
  };
}
