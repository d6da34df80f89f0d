import { typedAmount } from "@/app/_components/pricing/typed-amount";
import type { Inputs, Outputs } from "@/app/_trpc/client";
import { EDITABLE_AMOUNTS, type EditableAmount, editedTags } from "@/server/domain/items/item-edit";
import { limitIssues } from "@/server/domain/items/item-patch";
import { AmountError, parseAmount, readFormatted, toWire, type WireMoney } from "@/server/domain/money";

/** What a dialog edits. */
export type Edited = "cost" | "limits" | "tags";
export type EditRow = Inputs["catalog"]["edit"]["items"][number];
export type EditedRow = Outputs["catalog"]["edit"]["rows"][number];

type Amounts = Readonly<Record<EditableAmount, WireMoney | null>>;

/** An item as the page shows it, as far as it is edited. */
export interface EditableItem extends Amounts {
  readonly id: string;
  readonly title: string;
  readonly currency: string;
  readonly tags: readonly string[];
}

/** The amounts that each dialog edits. */
export const EDITED_AMOUNTS: Readonly<Record<Edited, readonly EditableAmount[]>> = {
  cost: ["cost"],
  limits: ["min_price", "max_price", "map_price"],
  tags: [],
};

/** An amount of a form: it stays as it is, becomes what was typed, or is cleared. */
export interface TypedAmount {
  readonly mode: "keep" | "set" | "clear";
  readonly text: string;
}

export interface TypedEdit {
  readonly amounts: Readonly<Partial<Record<EditableAmount, TypedAmount>>>;
  /** Tags separated by commas. */
  readonly addTags: string;
  readonly removeTags: readonly string[];
}

/** An edit that can be sent: the new amounts, null for those that are cleared. */
export interface ReadEdit {
  readonly amounts: Readonly<Partial<Record<EditableAmount, WireMoney | null>>>;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
}

/** Reads a form in a currency; what cannot be read is returned by field. Decimal commas are taken as points. */
export function readEdit(
  typed: TypedEdit,
  currency: string,
): { readonly edit: ReadEdit; readonly errors: Readonly<Partial<Record<EditableAmount, string>>> } {
  const amounts: Partial<Record<EditableAmount, WireMoney | null>> = {};
  const errors: Partial<Record<EditableAmount, string>> = {};
  for (const [name, { mode, text }] of Object.entries(typed.amounts) as [EditableAmount, TypedAmount][]) {
    if (mode === "clear") amounts[name] = null;
    if (mode !== "set") continue;
    try {
      const minor = parseAmount(typedAmount(text, currency), currency);
      if (minor > 0n) amounts[name] = toWire({ minor, currency });
      else errors[name] = "Type an amount above 0.";
    } catch (error) {
      if (!(error instanceof AmountError)) throw error;
      errors[name] = text.trim() === "" ? "Type an amount such as 12.50." : error.message;
    }
  }
  return { edit: { amounts, addTags: typedTags(typed.addTags), removeTags: typed.removeTags }, errors };
}

/** Reads tags that are separated by commas, each once. */
export const typedTags = (text: string): string[] =>
  [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");

export const isEmptyEdit = ({ amounts, addTags, removeTags }: ReadEdit): boolean =>
  Object.keys(amounts).length + addTags.length + removeTags.length === 0;

/** What an edit would do to the items as the page shows them. */
export interface EditPlan {
  readonly changes: readonly { readonly before: EditableItem; readonly after: EditableItem }[];
  /** How many items only get their cost confirmed, as it is. */
  readonly confirmed: number;
  readonly unchanged: number;
  readonly refused: readonly { readonly item: EditableItem; readonly reason: string }[];
}

/** Predicts what becomes of each item. The service decides it again by the stored items. */
export function planOf(items: readonly EditableItem[], edit: ReadEdit): EditPlan {
  const changes: { before: EditableItem; after: EditableItem }[] = [];
  const refused: { item: EditableItem; reason: string }[] = [];
  let confirmed = 0;
  for (const before of items) {
    const after = { ...before, ...edit.amounts, tags: editedTags(before.tags, edit) };
    const reason = refusalOf(before, after, edit);
    if (reason !== null) refused.push({ item: before, reason });
    else if (isChanged(before, after)) changes.push({ before, after });
    else if (edit.amounts.cost) confirmed += 1;
  }
  const unchanged = items.length - changes.length - confirmed - refused.length;
  return { changes, confirmed, refused, unchanged };
}

function refusalOf(before: EditableItem, after: EditableItem, { amounts }: ReadEdit): string | null {
  const other = Object.values(amounts).some((money) => money !== null && money.currency !== before.currency);
  if (other) return `Its prices are in ${before.currency}.`;
  const minor = (money: WireMoney | null) => money && readFormatted(money.amount, money.currency);
  const [issue] = limitIssues({ minPrice: minor(after.min_price), maxPrice: minor(after.max_price) });
  return issue?.message ?? null;
}

export const changedAmounts = (before: EditableItem, after: EditableItem): EditableAmount[] =>
  (Object.keys(EDITABLE_AMOUNTS) as EditableAmount[]).filter(
    (name) => before[name]?.amount !== after[name]?.amount,
  );

const isChanged = (before: EditableItem, after: EditableItem): boolean =>
  changedAmounts(before, after).length > 0 || before.tags.join("\n") !== after.tags.join("\n");

/** Returns the rows that send an edit, each with the amounts that the person sees. */
export const rowsOf = (items: readonly EditableItem[], edit: ReadEdit): EditRow[] =>
  items.map((item) => ({
    item_id: item.id,
    ...edit.amounts,
    add_tags: [...edit.addTags],
    remove_tags: [...edit.removeTags],
    seen: Object.fromEntries(
      (Object.keys(edit.amounts) as EditableAmount[]).map((name) => [name, item[name]]),
    ),
  }));

/**
 * Returns the items that an edit was refused for, as they are stored now where they are another than the person saw.
 */
export function refusedItems<Item extends EditableItem>(
  items: readonly Item[],
  rows: readonly EditedRow[],
): Item[] {
  const refused = new Map(rows.flatMap((row) => (row.outcome === "refused" ? [[row.item_id, row]] : [])));
  return items.flatMap((item) => {
    const row = refused.get(item.id);
    return row ? [{ ...item, ...row.now }] : [];
  });
}

/** Returns the rows that take an edit back, as far as nobody has changed the same amounts again. */
export const undoRowsOf = (rows: readonly EditedRow[]): EditRow[] =>
  rows.flatMap(({ item_id, before, after }) => {
    if (!before || !after) return [];
    const names = (Object.keys(EDITABLE_AMOUNTS) as EditableAmount[]).filter(
      (name) =>
        before[name]?.amount !== after[name]?.amount ||
        (name === "cost" && before.cost_updated_at !== after.cost_updated_at),
    );
    return [
      {
        item_id,
        ...Object.fromEntries(names.map((name) => [name, before[name]])),
        ...(names.includes("cost") && before.cost ? { cost_updated_at: before.cost_updated_at } : {}),
        add_tags: before.tags.filter((tag) => !after.tags.includes(tag)),
        remove_tags: after.tags.filter((tag) => !before.tags.includes(tag)),
        seen: {
          ...Object.fromEntries(names.map((name) => [name, after[name]])),
          ...(names.includes("cost") ? { cost_updated_at: after.cost_updated_at } : {}),
        },
      },
    ];
  });
