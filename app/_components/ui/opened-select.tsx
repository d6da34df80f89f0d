"use client";

import { Check } from "lucide-react";
import { Select as RadixSelect } from "radix-ui";
import type { ComponentProps } from "react";
import type { SelectOption } from "./select-option";

export interface OpenedSelectProps {
  /** The button that shows what is chosen; its content and its attributes. */
  readonly button: ComponentProps<"button">;
  readonly options: readonly SelectOption[];
  readonly value: string | undefined;
  readonly onValueChange: (value: string) => void;
}

/** A choice whose list is open from the start. */
export function OpenedSelect({ button, options, value, onValueChange }: OpenedSelectProps) {
  return (
    <RadixSelect.Root
      defaultOpen
      value={value ?? ""}
      onValueChange={onValueChange}
      disabled={button.disabled}
    >
      <RadixSelect.Trigger {...button} />
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-appear overflow-hidden rounded-xl bg-raised p-1 shadow-float"
        >
          <RadixSelect.Viewport>
            {options.map((option) => (
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
