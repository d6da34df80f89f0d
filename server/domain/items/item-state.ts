/**
 * Why no price of an item can be written to its store: it no longer lists the item, has disabled it, or has several
 * products of its sku, so that it is not known which of them is meant.
 */
const STORE_STATES = ["missing", "disabled", "ambiguous"] as const;
export type StoreState = (typeof STORE_STATES)[number];

/**
 * Whether an item is watched, and if not, why: a person archived it, or its store lists it no more, disabled it or has
 * several products of its sku. Runs count skipped items by these names.
 */
export const ITEM_STATES = ["active", "archived", ...STORE_STATES] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** Why an item is excluded from runs. */
export type InactiveState = Exclude<ItemState, "active">;

/** The stored state of an item. A person's decision takes precedence over the store's state. */
export interface StateFields {
  readonly archivedAtMs: number | null;
  readonly storeState: StoreState | null;
}

/** Returns the state that people see: archived by a person first, then the store's state. */
export const itemState = ({ archivedAtMs, storeState }: StateFields): ItemState =>
  archivedAtMs !== null ? "archived" : (storeState ?? "active");

/**
 * Whether an item counts towards the plan's limit. A disabled and an ambiguous one do: they may become active at any
 * sync, and the plan must then have room for them.
 */
export const usesQuota = ({ archivedAtMs, storeState }: StateFields): boolean =>
  archivedAtMs === null && storeState !== "missing";

const REASONS: Readonly<Record<InactiveState, string>> = {
  archived: "It was archived.",
  missing: "The store no longer has it.",
  disabled: "It is disabled in the store.",
  ambiguous: "Several products of the store have its SKU.",
};

/** Returns why an item is not watched, in one sentence; null for an active one. */
export const stateReason = (state: ItemState, archivedReason: string | null): string | null =>
  state === "active" ? null : state === "archived" && archivedReason ? archivedReason : REASONS[state];
