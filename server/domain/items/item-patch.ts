import {
  type DeclaredFields,
  declaredFields,
  fieldOf,
  ITEM_FIELD_NAMES,
  rowKey,
  UNKNOWN_FIELDS,
} from "./declared-fields";
import type { StateFields, StoreState } from "./item-state";

/** The catalog fields of an item; amounts in minor units of `currency`, null means unknown and is never 0. */
export interface ItemFields extends DeclaredFields {
  readonly title: string;
  readonly currency: string;
  /** What shoppers paid in the store at the last sync; null if it does not report that. */
  readonly shopperPrice: bigint | null;
  /** The struck-through price that the store showed then. */
  readonly shownCompareAt: bigint | null;
  /** The store's sale price then, and the times of its begin and end; a time is null without a limit. */
  readonly salePrice: bigint | null;
  readonly saleFromMs: number | null;
  readonly saleUntilMs: number | null;
  readonly integrationId: string | null;
  readonly storeRef: string | null;
  readonly storeParentRef: string | null;
  readonly storeState: StoreState | null;
}

/**
 * New values for the item of that sku: an absent field keeps the stored value, null clears it. `archived` false means
 * that the item is watched.
 */
export type ItemPatch = {
  readonly sku: string;
  readonly archived?: boolean | undefined;
  /** When the patch's cost was confirmed, milliseconds since 1970; now if it is absent, null if that is not known. */
  readonly costUpdatedAtMs?: number | null | undefined;
  /**
   * When a report that comes back says that the patch's cost was told, milliseconds since 1970: of a cost that is known
   * already it says nothing new. Another cost is told now.
   */
  readonly costReportedAtMs?: number | undefined;
} & Partial<ItemFields>;

/** A stored item, with the baselines that its alerts compare against. */
export interface ItemRecord extends ItemFields, StateFields {
  readonly id: string;
  readonly sku: string;
  readonly costUpdatedAtMs: number | null;
  /** A person's text; null when none was given and for an item that is not archived. */
  readonly archivedReason: string | null;
  readonly storeStateAtMs: number | null;
  readonly baselinePrice: bigint | null;
  readonly baselineCost: bigint | null;
}

/** Where a change comes from: the shop's people (import, api, command), its store (sync), or our own write-back. */
export type ChangeSource = "import" | "api" | "command" | "sync" | "write_back";

export interface ValidationIssue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export type MergeResult =
  | {
      readonly outcome: "created" | "updated" | "unchanged";
      readonly item: ItemRecord;
      /** The item as it was stored; null for a new one. */
      readonly before: ItemRecord | null;
    }
  | { readonly outcome: "refused"; readonly issues: readonly ValidationIssue[] };

const EMPTY: Omit<ItemFields, "title" | "currency"> = {
  ...UNKNOWN_FIELDS,
  shopperPrice: null,
  shownCompareAt: null,
  salePrice: null,
  saleFromMs: null,
  saleUntilMs: null,
  integrationId: null,
  storeRef: null,
  storeParentRef: null,
  storeState: null,
};

/**
 * Applies a patch to a stored item. A cost in the patch, even an unchanged one, gets a new date. The price baseline,
 * which price drift is measured from, follows every source except sync.
 * @param newItemId the id for a new item
 */
export function mergeItem(
  stored: ItemRecord | null,
  patch: ItemPatch,
  source: ChangeSource,
  nowMs: number,
  newItemId: string,
  defaultCurrency: string,
): MergeResult {
  const issues = refusals(stored, patch);
  if (issues.length > 0) return { outcome: "refused", issues };
  const fields = applyFields(stored, patch, defaultCurrency);
  const limits = limitIssues(fields);
  if (limits.length > 0) return { outcome: "refused", issues: limits };
  const priceMoved = fields.price !== (stored?.price ?? null);
  const item: ItemRecord = {
    ...fields,
    id: stored?.id ?? newItemId,
    sku: patch.sku,
    ...applyArchived(stored, patch, nowMs),
    storeStateAtMs: stateSince(stored, fields.storeState, nowMs),
    costUpdatedAtMs: costDate(stored, patch, fields.cost, nowMs),
    baselinePrice: nextBaseline(stored?.baselinePrice ?? null, fields.price, priceMoved && source !== "sync"),
    baselineCost: costBaseline(stored, fields.cost),
  };
  if (!stored) return { outcome: "created", item, before: null };
  return { outcome: sameFields(stored, item) ? "unchanged" : "updated", item, before: stored };
}

function costDate(
  stored: ItemRecord | null,
  patch: ItemPatch,
  cost: bigint | null,
  nowMs: number,
): number | null {
  if (cost === null) return null;
  const isProvided = patch.cost !== undefined && patch.cost !== null;
  const storedMs = stored?.costUpdatedAtMs ?? null;
  if (!isProvided) return storedMs;
  const isKnown = stored === null || stored.cost === null || stored.cost === cost;
  if (patch.costReportedAtMs !== undefined && isKnown)
    return Math.max(storedMs ?? 0, Math.min(patch.costReportedAtMs, nowMs));
  return patch.costUpdatedAtMs === undefined ? nowMs : patch.costUpdatedAtMs;
}

const nextBaseline = (before: bigint | null, now: bigint | null, moves: boolean): bigint | null =>
  moves || before === null ? now : before;

/** The cost that jumps are measured from; the first one, and again the first one after it was unknown. */
function costBaseline(stored: ItemRecord | null, cost: bigint | null): bigint | null {
  const known = stored?.cost ?? null;
  if (cost === null || known === null) return cost === known ? (stored?.baselineCost ?? null) : cost;
  return stored?.baselineCost ?? cost;
}

function applyFields(stored: ItemRecord | null, patch: ItemPatch, defaultCurrency: string): ItemFields {
  const base: ItemFields = stored ?? { ...EMPTY, title: patch.sku, currency: defaultCurrency };
  const { archived: _archived, costUpdatedAtMs: _costDate, costReportedAtMs: _reported, ...values } = patch;
  const definedValues = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const fields: ItemFields = { ...base, ...definedValues, ...sameCodes(base, patch) };
  // What shoppers paid belongs to the price beside which it was read.
  const isStale = fields.price !== base.price && patch.shopperPrice === undefined;
  return isStale ? { ...fields, shopperPrice: null } : fields;
}

const FORMS = ITEM_FIELD_NAMES.flatMap((name) => {
  const field = fieldOf(name);
  return field.kind === "text" && field.form ? [{ name, form: field.form }] : [];
});

/** Returns the stored codes that a patch has in another writing. */
function sameCodes(stored: ItemFields, patch: ItemPatch): Partial<DeclaredFields> {
  const same = FORMS.filter(({ name, form }) => {
    const [before, after] = [stored[rowKey(name)], patch[rowKey(name)]];
    return typeof before === "string" && typeof after === "string" && form.isSame(before, after);
  });
  return declaredFields(
    same.map(({ name }) => name),
    (name) => stored[rowKey(name)],
  );
}

function applyArchived(
  stored: ItemRecord | null,
  { archived }: ItemPatch,
  nowMs: number,
): Pick<ItemRecord, "archivedAtMs" | "archivedReason"> {
  const before = stored?.archivedAtMs ?? null;
  if (archived === undefined || archived === (before !== null))
    return { archivedAtMs: before, archivedReason: stored?.archivedReason ?? null };
  return { archivedAtMs: archived ? nowMs : null, archivedReason: null };
}

const stateSince = (stored: ItemRecord | null, state: StoreState | null, nowMs: number): number | null => {
  if (state === null) return null;
  return state === stored?.storeState ? stored.storeStateAtMs : nowMs;
};

function refusals(stored: ItemRecord | null, patch: ItemPatch): ValidationIssue[] {
  if (!stored && !patch.title)
    return [{ path: "title", code: "required", message: "A new item needs a title." }];
  if (stored && patch.currency !== undefined && patch.currency !== stored.currency)
    return [
      {
        path: "currency",
        code: "currency_mismatch",
        message: `The item's prices are in ${stored.currency}, not in ${patch.currency}.`,
      },
    ];
  return [];
}

/** Returns what is wrong with an item's own limits; amounts in minor units of one currency. */
export function limitIssues({
  minPrice,
  maxPrice,
}: Pick<ItemFields, "minPrice" | "maxPrice">): ValidationIssue[] {
  if (minPrice === null || maxPrice === null || minPrice <= maxPrice) return [];
  return [{ path: "min_price", code: "above_max", message: "The minimum price is above the maximum price." }];
}

/** Whether two states of an item differ in nothing but the age of the cost. */
export function sameFields(a: ItemRecord, b: ItemRecord): boolean {
  const { costUpdatedAtMs: _age, tags, ...fields } = a;
  return (
    tags.length === b.tags.length &&
    tags.every((tag, i) => tag === b.tags[i]) &&
    (Object.keys(fields) as (keyof typeof fields)[]).every((key) => a[key] === b[key])
  );
}
