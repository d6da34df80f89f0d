"use client";

import { CheckboxRow } from "@/app/_components/ui/checkbox";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import type { FileReading } from "./import-response";
import type { FileChoices } from "./kept-choices";
import { fieldLabel } from "./reading-choices";

type ValueProps = {
  reading: FileReading;
  choices: FileChoices;
  disabled: boolean;
  onChange: (choices: FileChoices) => void;
};

const HINTS: Readonly<Record<string, string>> = {
  observed_at: "now, or a date such as 2026-11-02 10:30",
  currency: "A code such as EUR",
};

/** The values that hold for every row without one of its own; nothing where the file's kind has none. */
export function ValueChoices({ reading, choices, disabled, onChange }: ValueProps) {
  const fields = reading.fields.filter(({ settable }) => settable);
  if (fields.length === 0) return null;
  const set = (field: string, value: string) => {
    const { [field]: _, ...others } = choices.set ?? {};
    onChange({ ...choices, set: value.trim() === "" ? others : { ...others, [field]: value } });
  };
  return (
    <fieldset className="grid gap-3 md:grid-cols-3">
      <legend className="mb-1 text-[13px] font-[560]">For rows without one of their own</legend>
      {fields.map(({ field }) => (
        <Field key={field} label={fieldLabel(field)} hint={HINTS[field]} optional>
          <Input
            value={choices.set?.[field] ?? ""}
            maxLength={200}
            disabled={disabled}
            onChange={(event) => set(field, event.target.value)}
          />
        </Field>
      ))}
    </fieldset>
  );
}

/** Whether rows of items that are not in the catalog are left out. */
export function ExistingChoice({ choices, disabled, onChange }: Omit<ValueProps, "reading">) {
  return (
    <CheckboxRow
      label="Only items that are in the catalog"
      detail="Rows with other SKUs are counted and left out: no item is created, and they do not count as faults."
      checked={choices.items === "existing"}
      disabled={disabled}
      onCheckedChange={(checked) => {
        const { items: _, ...others } = choices;
        onChange(checked === true ? { ...others, items: "existing" } : others);
      }}
    />
  );
}
