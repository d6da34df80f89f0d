import { z } from "zod";
import {
  byField,
  type DeclaredFields,
  fieldOf,
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

/** Builds the declared fields of an answer; `currency` is that of the amounts. */
export function presentFields(row: DeclaredFields & { readonly currency: string }) {
  const money = wireIn(row.currency);
  const present = (value: DeclaredFields[keyof DeclaredFields]) =>
    typeof value === "bigint" ? money(value) : value;
  return byField((name) => present(row[rowKey(name)])) as { [F in ItemField]: z.input<FieldOutputs[F]> };
}
