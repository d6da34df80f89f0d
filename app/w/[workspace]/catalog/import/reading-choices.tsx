"use client";

import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import type { Encoding } from "@/server/domain/imports/csv/encodings";
import { HEADER_WITHIN } from "@/server/domain/imports/csv/header-row";
import { byField, fieldOf } from "@/server/domain/items/declared-fields";
import type { FileReading } from "./import-response";
import type { FileChoices } from "./kept-choices";

const DECIMALS = [
  { value: "point", label: "Point: 1,234.50" },
  { value: "comma", label: "Comma: 1.234,50" },
] as const;
const DELIMITERS = [
  { value: ",", label: "Commas" },
  { value: ";", label: "Semicolons" },
  { value: "\t", label: "Tabs" },
  { value: "|", label: "Vertical bars" },
] as const;
const ENCODINGS = [
  { value: "utf-8", label: "UTF-8" },
  { value: "utf-16le", label: "UTF-16 LE" },
  { value: "utf-16be", label: "UTF-16 BE" },
  { value: "windows-1252", label: "Windows-1252 (Western Europe)" },
  { value: "windows-1250", label: "Windows-1250 (Central Europe)" },
  { value: "iso-8859-2", label: "ISO 8859-2 (Central Europe)" },
  { value: "shift_jis", label: "Shift-JIS (Japan)" },
] as const satisfies readonly { value: Encoding; label: string }[];
/** The rows among which the header is usually found. */
const HEADER_ROWS = Array.from({ length: HEADER_WITHIN }, (_, index) => index + 1);

/** Names of fields in words; a field's own name is what files and the command line call it. */
const LABELS: Readonly<Record<string, string>> = {
  sku: "Sku",
  title: "Title",
  currency: "Currency",
  archived: "Archived",
  seller: "Seller",
  in_stock: "In stock",
  observed_at: "Time",
  price_selector: "Price selector",
  ...byField((name) => fieldOf(name).columnLabel ?? fieldOf(name).label),
};

/** Returns a field's name in words. */
export const fieldLabel = (field: string): string => LABELS[field] ?? field;

type ChoiceProps = {
  reading: FileReading;
  choices: FileChoices;
  disabled: boolean;
  onChange: (choices: FileChoices) => void;
};

/** How the cells of the file are read, each changeable. */
export function CellChoices(props: ChoiceProps) {
  const { reading, choices, disabled, onChange } = props;
  const asked = reading.problems.find(({ code }) => code === "decimal_mark");
  return (
    <div className="grid gap-3 md:grid-cols-3">
      <TableChoices {...props} />
      <Field label="Decimal mark" error={choices.decimal === undefined ? asked?.message : undefined}>
        <Select
          options={DECIMALS}
          value={choices.decimal ?? reading.decimal ?? undefined}
          placeholder="Not certain: choose"
          disabled={disabled}
          onValueChange={(value) =>
            onChange({ ...choices, decimal: DECIMALS.find((each) => each.value === value)?.value })
          }
        />
      </Field>
      {reading.file === "csv" ? <TextChoices {...props} /> : null}
    </div>
  );
}

/** Where the table of the file is: its sheet, and the row that names the columns. */
function TableChoices({ reading, choices, disabled, onChange }: ChoiceProps) {
  const rows = [...new Set([...HEADER_ROWS, reading.header_row])];
  return (
    <>
      {reading.sheets.length > 1 ? (
        <Field label="Sheet">
          <Select
            options={reading.sheets.map((name, index) => ({ value: String(index), label: name }))}
            value={String(reading.sheets.indexOf(choices.sheet ?? reading.sheet ?? ""))}
            disabled={disabled}
            onValueChange={(value) => {
              // Another sheet has another header.
              const { header_row: _, ...others } = choices;
              onChange({ ...others, sheet: reading.sheets[Number(value)] });
            }}
          />
        </Field>
      ) : null}
      <Field label="Columns are named in">
        <Select
          options={rows.map((row) => ({ value: String(row), label: `Row ${row}` }))}
          value={String(choices.header_row ?? reading.header_row)}
          disabled={disabled}
          onValueChange={(value) => onChange({ ...choices, header_row: Number(value) })}
        />
      </Field>
    </>
  );
}

/** How the bytes of a CSV file are read. */
function TextChoices({ reading, choices, disabled, onChange }: ChoiceProps) {
  return (
    <>
      <Field label="Between cells">
        <Select
          options={DELIMITERS}
          value={choices.delimiter ?? reading.delimiter ?? undefined}
          disabled={disabled}
          onValueChange={(value) =>
            onChange({ ...choices, delimiter: DELIMITERS.find((each) => each.value === value)?.value })
          }
        />
      </Field>
      <Field
        label="Encoding"
        hint={reading.encoding_is_guess ? "Not UTF-8: look whether the letters are right." : undefined}
      >
        <Select
          options={ENCODINGS}
          value={choices.encoding ?? reading.encoding ?? undefined}
          disabled={disabled}
          onValueChange={(value) =>
            onChange({ ...choices, encoding: ENCODINGS.find((each) => each.value === value)?.value })
          }
        />
      </Field>
    </>
  );
}

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
                {needed ? <span className="text-ink-dim"> (needed)</span> : null}
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
