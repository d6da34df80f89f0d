"use client";

import { clsx } from "clsx";
import { Check, ChevronDown } from "lucide-react";
import { Select as RadixSelect } from "radix-ui";
import { useFieldControl } from "./field";
import { type ControlLook, controlClass } from "./input";

/** One of the values of a `Select`. `detail` is a second, quieter line under it. */
export type SelectOption = { value: string; label: string; detail?: string; disabled?: boolean };

/** Picks one of a few values. `className` is its width, which is all there is if none is given. */
export function Select(props: {
  options: readonly SelectOption[];
  value: string | undefined;
  onValueChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
  look?: ControlLook;
  className?: string;
  "aria-label"?: string;
}) {
  const chosen = props.options.find((option) => option.value === props.value);
  return (
    <RadixSelect.Root value={props.value ?? ""} onValueChange={props.onValueChange} disabled={props.disabled}>
      <RadixSelect.Trigger
        {...useFieldControl()}
        aria-label={props["aria-label"]}
        className={clsx(
          controlClass({ look: props.look }),
          "flex items-center justify-between gap-2 text-left",
          chosen ? "text-ink" : "text-ink-dim",
          props.className ?? "w-full",
        )}
      >
        <span className="truncate">{chosen?.label ?? props.placeholder ?? "Choose"}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-dim" />
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-appear overflow-hidden rounded-xl bg-raised p-1 shadow-float"
        >
          <RadixSelect.Viewport>
            {props.options.map((option) => (
              <Option key={option.value} option={option} />
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}

function Option({ option }: { option: SelectOption }) {
  return (
    <RadixSelect.Item
      value={option.value}
      disabled={option.disabled}
      className="relative rounded-lg py-1.5 pr-8 pl-2.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-chip max-md:py-3"
    >
      <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
      {option.detail ? <span className="block text-xs text-ink-dim">{option.detail}</span> : null}
      <RadixSelect.ItemIndicator className="absolute top-2 right-2.5 max-md:top-3.5">
        <Check aria-hidden className="size-4 text-accent" />
      </RadixSelect.ItemIndicator>
    </RadixSelect.Item>
  );
}
