"use client";

import { type ReactNode, useId } from "react";
import { CheckboxRow } from "./checkbox";

/** Several of a few values, each with its checkbox, with an optional hint and an error for all of them. */
export function CheckboxGroup<T extends string>(props: {
  legend: string;
  /** Lays the checkboxes out in lines instead of one below the other. */
  row?: boolean;
  options: readonly { value: T; label: string; detail?: string; disabled?: boolean }[];
  chosen: readonly T[];
  /** Takes the values that are now chosen, in the order of the options. */
  onChange: (chosen: T[]) => void;
  hint?: ReactNode;
  error: string | undefined;
}) {
  const { options, chosen } = props;
  const id = useId();
  const describedBy = [props.error && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(" ");
  const toggle = (value: T, on: boolean) =>
    props.onChange(
      options.map((option) => option.value).filter((each) => (each === value ? on : chosen.includes(each))),
    );
  return (
    <fieldset aria-describedby={describedBy || undefined}>
      <legend className="mb-1 text-[13px] leading-5 font-[560]">{props.legend}</legend>
      <div className={props.row ? "flex flex-wrap gap-x-4" : undefined}>
        {options.map(({ value, label, detail, disabled }) => (
          <CheckboxRow
            key={value}
            label={label}
            detail={detail}
            disabled={disabled}
            checked={chosen.includes(value)}
            onCheckedChange={(checked) => toggle(value, checked === true)}
          />
        ))}
      </div>
      {props.error ? (
        <p id={`${id}-error`} className="text-xs text-bad">
          {props.error}
        </p>
      ) : null}
      {props.hint ? (
        <p id={`${id}-hint`} className="text-xs text-ink-dim">
          {props.hint}
        </p>
      ) : null}
    </fieldset>
  );
}
