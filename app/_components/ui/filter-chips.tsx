"use client";

import { ToggleGroup } from "radix-ui";
import { cn } from "@/app/_components/class-names";

export type FilterOption = { value: string; label: string; count?: string };

const chipClass = cn(
  "inline-flex h-6 items-center gap-1.5 rounded-full border border-line bg-panel px-2.5 text-xs whitespace-nowrap text-ink-soft",
  "transition-colors duration-100 hover:border-control hover:text-ink",
  "relative before:absolute before:-inset-y-[5px] before:inset-x-0 max-md:h-9 max-md:px-3.5 max-md:text-sm",
  "data-[state=on]:border-ink data-[state=on]:bg-ink data-[state=on]:text-canvas",
);

/** A choice among a few values that filter a list. Keep `value` in the address, so that a view can be shared. */
export function FilterChips(props: {
  /** What is being filtered, for screen readers: "Status". */
  label: string;
  options: readonly FilterOption[];
  value: string;
  onValueChange: (value: string) => void;
  className?: string;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={props.label}
      value={props.value}
      onValueChange={(value) => value && props.onValueChange(value)}
      className={cn(
        "flex gap-1.5 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1.5 md:flex-wrap",
        props.className,
      )}
    >
      {props.options.map((option) => (
        <ToggleGroup.Item key={option.value} value={option.value} className={chipClass}>
          {option.label}
          {option.count === undefined ? null : <span className="num opacity-75">{option.count}</span>}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
