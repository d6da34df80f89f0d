"use client";

import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import type { Encoding } from "@/server/domain/imports/csv/encodings";
import { HEADER_WITHIN } from "@/server/domain/imports/csv/header-row";
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

/** A reading of a file, and what a person says about it. */
export type ChoiceProps = {
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
  const found = reading.header_row;
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
      {found === null ? null : (
        <Field label="Header row">
          <Select
            options={[...new Set([...HEADER_ROWS, found])].map((row) => ({
              value: String(row),
              label: `Row ${row}`,
            }))}
            value={String(choices.header_row ?? found)}
            disabled={disabled}
            onValueChange={(value) => onChange({ ...choices, header_row: Number(value) })}
          />
        </Field>
      )}
    </>
  );
}

/** How the bytes of a CSV file are read. */
function TextChoices({ reading, choices, disabled, onChange }: ChoiceProps) {
  return (
    <>
      <Field label="Separator">
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
        hint={reading.encoding_is_guess ? "Not UTF-8: check that the letters are right." : undefined}
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
