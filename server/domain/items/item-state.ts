/** What a store last said of an item that it has no price to sell at: it shows it no more, or has switched it off. */
const STORE_STATES = ["missing", "disabled"] as const;
export type StoreState = (typeof STORE_STATES)[number];

/** Whether an item is watched, and if not, why: a person archived it, or its store says so. Runs count by these names. */
export const ITEM_STATES = ["active", "archived", ...STORE_STATES] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** Why an item is in no run. */
export type InactiveState = Exclude<ItemState, "active">;

/** What is kept of an item's state; the store's word stands beneath a person's. */
export interface StateFields {
  readonly archivedAtMs: number | null;
  readonly storeState: StoreState | null;
}

/** The state people see: what a person said goes before what the store says. */
export const itemState = ({ archivedAtMs, storeState }: StateFields): ItemState =>
  archivedAtMs !== null ? "archived" : (storeState ?? "active");

/**
 * Whether an item takes up room of the plan. A disabled one does: its store may switch it on at any moment, and it has
 * to have its place then.
 */
export const usesQuota = ({ archivedAtMs, storeState }: StateFields): boolean =>
  archivedAtMs === null && storeState !== "missing";

const REASONS: Readonly<Record<InactiveState, string>> = {
  archived: "It was archived.",
  missing: "The store no longer has it.",
  disabled: "It is disabled in the store.",
};

/** Why an item is not watched, in one sentence; null for an active one. */
export const stateReason = (state: ItemState, archivedReason: string | null): string | null =>
  state === "active" ? null : state === "archived" && archivedReason ? archivedReason : REASONS[state];
