"use client";

import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { fieldOf } from "@/server/domain/items/declared-fields";
import type { EditableAmount } from "@/server/domain/items/item-edit";
import type { TypedAmount } from "./edit-plan";

const MODES = [
  { value: "keep", label: "Leave as it is" },
  { value: "set", label: "Set to" },
  { value: "clear", label: "Clear" },
] as const;

interface AmountFieldProps {
  readonly name: EditableAmount;
  readonly currency: string;
  readonly typed: TypedAmount;
  readonly error: string | undefined;
  readonly autoFocus: boolean;
  readonly onChange: (typed: TypedAmount) => void;
}

/** An amount of one item: what is typed becomes it, and an empty field clears it. */
export function OneAmount({ name, currency, typed, error, autoFocus, onChange }: AmountFieldProps) {
  return (
    <Field
      label={`${fieldOf(name).label} in ${currency}`}
      error={error}
      hint={name === "cost" ? "Empty: unknown." : "Empty: no limit."}
    >
      <Input
        numeric
        autoFocus={autoFocus}
        value={typed.text}
        onChange={({ target: { value: text } }) =>
          onChange({ mode: text.trim() === "" ? "clear" : "set", text })
        }
      />
    </Field>
  );
}

/** An amount of many items: each keeps its own, all get the same, or it is cleared. */
export function CommonAmount({ name, currency, typed, error, autoFocus, onChange }: AmountFieldProps) {
  const label = fieldOf(name).label;
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field label={label}>
        <Select
          options={MODES}
          value={typed.mode}
          onValueChange={(value) =>
            onChange({ ...typed, mode: MODES.find((mode) => mode.value === value)?.value ?? "keep" })
          }
        />
      </Field>
      {typed.mode === "set" ? (
        <Field label={`Amount in ${currency}`} error={error}>
          <Input
            numeric
            autoFocus={autoFocus}
            aria-label={`${label} in ${currency}`}
            value={typed.text}
            onChange={({ target: { value: text } }) => onChange({ mode: "set", text })}
          />
        </Field>
      ) : null}
    </div>
  );
}
