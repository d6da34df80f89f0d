import type { Money } from "../money";
import { toWire } from "../money";
import { fieldOf } from "./declared-fields";
import type { ItemPatch, ItemRecord, ValidationIssue } from "./item-patch";

/** The amounts of an item that people edit in lists, by their names in requests. */
export const EDITABLE_AMOUNTS = {
  cost: "cost",
  map_price: "mapPrice",
  min_price: "minPrice",
  max_price: "maxPrice",
} as const;
export type EditableAmount = keyof typeof EDITABLE_AMOUNTS;

/** The most items of one edit. */
export const MAX_EDITED_ITEMS = 500;
/** The most tags of one item. */
export const MAX_TAGS = 100;

/** What a person changes of one item. An amount that is absent keeps its value, null clears it. */
export interface ItemEdit {
  readonly amounts: Readonly<Partial<Record<EditableAmount, Money | null>>>;
  /** When the cost was confirmed, milliseconds since 1970; now if it is absent, null if that is not known. */
  readonly costUpdatedAtMs?: number | null | undefined;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  /** The amounts that the person saw; an absent one is not compared. */
  readonly seen: Readonly<Partial<Record<EditableAmount, Money | null>>>;
  /** When the cost that the person saw was confirmed, milliseconds since 1970; not compared if it is absent. */
  readonly seenCostUpdatedAtMs?: number | null | undefined;
}

/** The tags of an item after some were added and some removed, in their order; one that is in both lists is removed. */
export function editedTags(
  tags: readonly string[],
  { addTags, removeTags }: { readonly addTags: readonly string[]; readonly removeTags: readonly string[] },
): string[] {
  return [...new Set([...tags, ...addTags])].filter((tag) => !removeTags.includes(tag));
}

/**
 * Converts an edit to a patch of the stored item, or returns why it is refused: an amount is another than the person
 * saw, its cost was confirmed since, amounts in several currencies, an impossible time of the cost, too many tags.
 */
export function patchOfEdit(
  stored: ItemRecord,
  edit: ItemEdit,
  nowMs: number,
): ItemPatch | readonly ValidationIssue[] {
  const tags = editedTags(stored.tags, edit);
  const issues = [
    ...movedAmounts(stored, edit),
    ...confirmedSince(stored, edit),
    ...costTimeIssues(edit, nowMs),
    ...formIssues(edit, tags),
  ];
  if (issues.length > 0) return issues;
  const named = Object.entries(edit.amounts) as [EditableAmount, Money | null][];
  const currency = named.find(([, money]) => money)?.[1]?.currency;
  return {
    sku: stored.sku,
    ...Object.fromEntries(named.map(([name, money]) => [EDITABLE_AMOUNTS[name], money?.minor ?? null])),
    ...(currency === undefined ? {} : { currency }),
    ...(edit.costUpdatedAtMs === undefined ? {} : { costUpdatedAtMs: edit.costUpdatedAtMs }),
    ...(edit.addTags.length + edit.removeTags.length > 0 ? { tags } : {}),
  };
}

/** The code of an issue of something that is another than the person saw. */
export const CHANGED = "changed";

/** Amounts that somebody changed after they were seen. */
function movedAmounts(stored: ItemRecord, { seen }: ItemEdit): ValidationIssue[] {
  return (Object.entries(seen) as [EditableAmount, Money | null][]).flatMap(([path, money]) => {
    const minor = stored[EDITABLE_AMOUNTS[path]];
    if (minor === (money?.minor ?? null) && (money === null || money.currency === stored.currency)) return [];
    const now =
      minor === null
        ? "is not set any more"
        : `is ${toWire({ minor, currency: stored.currency }).amount} ${stored.currency} now`;
    return [
      {
        path,
        code: CHANGED,
        message: `Changed by somebody else meanwhile: the ${fieldOf(path).label.toLowerCase()} ${now}.`,
      },
    ];
  });
}

/** A cost that somebody confirmed after it was seen, whether or not its amount changed. */
function confirmedSince(
  { costUpdatedAtMs }: ItemRecord,
  { seenCostUpdatedAtMs: seen }: ItemEdit,
): ValidationIssue[] {
  if (seen === undefined || seen === costUpdatedAtMs) return [];
  const message = "Changed by somebody else meanwhile: the cost was confirmed again.";
  return [{ path: "cost_updated_at", code: CHANGED, message }];
}

/** The earliest time of a cost; before it lie slips of the year, and years that no calendar here can store. */
const EARLIEST_COST_MS = Date.UTC(2000, 0, 1);

function costTimeIssues({ amounts, costUpdatedAtMs }: ItemEdit, nowMs: number): ValidationIssue[] {
  if (costUpdatedAtMs === undefined) return [];
  const issue = (code: string, message: string) => [{ path: "cost_updated_at", code, message }];
  if (!amounts.cost) return issue("cost_missing", "A time of the cost needs the cost beside it.");
  if (costUpdatedAtMs === null) return [];
  if (costUpdatedAtMs > nowMs) return issue("in_the_future", "The time of the cost is in the future.");
  if (costUpdatedAtMs < EARLIEST_COST_MS) return issue("too_old", "The time of the cost is before 2000.");
  return [];
}

function formIssues({ amounts }: ItemEdit, tags: readonly string[]): ValidationIssue[] {
  const currencies = currenciesIn(amounts);
  const found: (ValidationIssue | false)[] = [
    currencies.size > 1 && ONE_CURRENCY,
    tags.length > MAX_TAGS && {
      path: "add_tags",
      code: "too_big",
      message: `An item has at most ${MAX_TAGS} tags.`,
    },
  ];
  return found.filter((issue) => issue !== false);
}

/** Returns the currencies of a row's amounts, in their order. */
export const currenciesIn = (
  amounts: Readonly<Record<string, Money | null | undefined>>,
): ReadonlySet<string> => new Set(Object.values(amounts).flatMap((money) => (money ? [money.currency] : [])));

/** The issue of a row whose amounts are in several currencies. */
export const ONE_CURRENCY: ValidationIssue = {
  path: "",
  code: "currency_mismatch",
  message: "All amounts of a row have to be in one currency.",
};
