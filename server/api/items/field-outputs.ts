import { z } from "zod";
import {
  byField,
  type DeclaredFields,
  fieldOf,
  ITEM_FIELD_NAMES,
  type ItemField,
  type KindOf,
  rowKey,
} from "@/server/domain/items/declared-fields";
import { wireIn } from "@/server/domain/money";
import { MoneyOut } from "../scalars";

const OUTPUTS = {
  text: () => z.string().nullable(),
  link: () => z.string().nullable(),
  amount: () => MoneyOut.nullable(),
  integer: () => z.number().int().nullable(),
  tags: () => z.array(z.string()),
};
type FieldOutputs = { [F in ItemField]: ReturnType<(typeof OUTPUTS)[KindOf<F>]> };

function outputOf(name: ItemField) {
  const { kind, description } = fieldOf(name);
  const schema = OUTPUTS[kind]();
  return description === undefined ? schema : schema.meta({ description });
}

/** The declared fields of an item, as answers have them. */
export const FIELD_OUTPUTS = byField(outputOf) as FieldOutputs;

/** The names of the fields in answers and in rows, derived once: for each row it would cost more than presenting it. */
const NAMES = ITEM_FIELD_NAMES.map((name) => ({ name, key: rowKey(name) }));

type PresentedFields = { [F in ItemField]: z.input<FieldOutputs[F]> };

/** Builds the declared fields of an answer; `currency` is that of the amounts. */
export function presentFields(row: DeclaredFields & { readonly currency: string }): PresentedFields {
  const money = wireIn(row.currency);
  const presented: Record<string, unknown> = {};
  for (const { name, key } of NAMES) {
    const value = row[key];
    presented[name] = typeof value === "bigint" ? money(value) : value;
  }
  return presented as PresentedFields;
}
