"use client";

import { Select } from "@/app/_components/ui/select";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { byField, fieldOf } from "@/server/domain/items/declared-fields";
import type { ChoiceProps } from "./cell-choices";

/** Names of fields in words; a field's own name is what files and the command line call it. */
const LABELS: Readonly<Record<string, string>> = {
  sku: "SKU",
  title: "Title",
  currency: "Currency",
  cost_updated_at: "Date of the cost",
  archived: "Archived",
  seller: "Seller",
  in_stock: "In stock",
  observed_at: "Time",
  price_selector: "Price selector",
  valid_from: "From",
  valid_until: "Until",
  shipping: "Delivery cost",
  ...byField((name) => fieldOf(name).columnLabel ?? fieldOf(name).label),
};

/** Returns a field's name in words. */
export const fieldLabel = (field: string): string => LABELS[field] ?? field;

const NONE = "none";
const optionOf = (column: string): string => `column ${column}`;

/** The column that each field is read from, with what stands in it. */
export function ColumnChoices({ reading, choices, disabled, onChange }: ChoiceProps) {
  const columns = reading.columns.filter(
    ({ name }, index) => name !== "" && reading.columns.findIndex((each) => each.name === name) === index,
  );
  const options = [
    { value: NONE, label: "Not in the file" },
    ...columns.map(({ name }) => ({ value: optionOf(name), label: name })),
  ];
  return (
    <Table caption="Columns">
      <TableHead>
        <tr>
          <Th className="w-36 max-md:w-28">Field</Th>
          <Th className="w-64 max-md:w-auto">Column of the file</Th>
          <Th wideOnly>First rows</Th>
        </tr>
      </TableHead>
      <TableBody>
        {reading.fields.map(({ field, column, needed }) => {
          const chosen = choices.map[field] ?? column ?? "";
          const samples = columns.find(({ name }) => name === chosen)?.samples ?? [];
          return (
            <TableRow key={field}>
              <Td>
                {fieldLabel(field)}
                {needed ? <span className="text-ink-dim"> (required)</span> : null}
              </Td>
              <Td>
                <Select
                  aria-label={`Column for ${fieldLabel(field)}`}
                  options={options}
                  value={chosen === "" ? NONE : optionOf(chosen)}
                  disabled={disabled}
                  className="w-full"
                  onValueChange={(value) =>
                    onChange({
                      ...choices,
                      map: {
                        ...choices.map,
                        [field]: columns.find(({ name }) => optionOf(name) === value)?.name ?? "",
                      },
                    })
                  }
                />
              </Td>
              <Td wideOnly className="max-w-0 truncate text-ink-dim">
                {samples.filter((sample) => sample !== "").join(" · ")}
              </Td>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
