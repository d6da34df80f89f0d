import { type FieldDeclaration, type FieldKind, ITEM_FIELDS } from "./item-fields";

/** A declared field by its name in requests, answers and files. */
export type ItemField = keyof typeof ITEM_FIELDS;
/** What a field holds. */
export type KindOf<F extends ItemField> = (typeof ITEM_FIELDS)[F]["kind"];

/** The names of all of them, in the order in which they are documented. */
export const ITEM_FIELD_NAMES = Object.keys(ITEM_FIELDS) as ItemField[];

/** Returns the declaration of a field. */
export const fieldOf = (name: ItemField): FieldDeclaration => ITEM_FIELDS[name];

/** Builds an object with a value for each field, by its name. */
export const byField = <Value>(valueOf: (name: ItemField) => Value) =>
  Object.fromEntries(ITEM_FIELD_NAMES.map((name) => [name, valueOf(name)])) as Record<ItemField, Value>;

type AmountField = { [F in ItemField]: KindOf<F> extends "amount" ? F : never }[ItemField];

/** The fields that are amounts of money. */
export const AMOUNT_FIELDS = ITEM_FIELD_NAMES.filter(
  (name): name is AmountField => fieldOf(name).kind === "amount",
);

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Returns the name that a field or a column has in rows. */
export const rowKey = <Name extends string>(name: Name): CamelCase<Name> =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>;

/** The values of each kind; amounts in minor units of the item's currency. Null means unknown, and is never 0. */
interface Values {
  text: string | null;
  link: string | null;
  amount: bigint | null;
  integer: number | null;
  tags: readonly string[];
}
type Value = Values[FieldKind];

/** The declared fields of an item, as a row has them. */
export type DeclaredFields = { readonly [F in ItemField as CamelCase<F>]: Values[KindOf<F>] };

/**
 * Builds these fields as a row has them.
 * @param valueOf returns a value of the field's kind; undefined where a patch keeps what is stored
 */
export const declaredFields = (
  names: readonly ItemField[],
  valueOf: (name: ItemField) => Value | undefined,
): Partial<DeclaredFields> =>
  Object.fromEntries(names.map((name) => [rowKey(name), valueOf(name)])) as Partial<DeclaredFields>;

/** The declared fields of an item about which nothing is known. */
export const UNKNOWN_FIELDS = declaredFields(ITEM_FIELD_NAMES, (name) =>
  fieldOf(name).kind === "tags" ? [] : null,
) as DeclaredFields;
