"use client";

import { clsx } from "clsx";
import type { KeyboardEvent } from "react";

export type FilterOption = { value: string; label: string; count?: string };

const chipClass = clsx(
  "inline-flex h-6 items-center gap-1.5 rounded-full border border-line bg-panel px-2.5 text-xs whitespace-nowrap text-ink-soft",
  "transition-colors duration-100 hover:border-control hover:text-ink",
  "relative before:absolute before:-inset-y-[5px] before:inset-x-0 max-md:h-9 max-md:px-3.5 max-md:text-sm",
  "aria-checked:border-ink aria-checked:bg-ink aria-checked:text-canvas",
);
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Moves the focus among the chips of a group with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const chips = [...event.currentTarget.querySelectorAll("button")];
  const at = chips.findIndex((chip) => chip === document.activeElement);
  chips[(at + step + chips.length) % chips.length]?.focus();
}

/**
 * A choice among a few values that filter a list. Keep `value` in the address, so that a view can be shared. The group
 * is one stop of the Tab key; the arrow keys move within it, Enter and Space choose.
 */
export function FilterChips(props: {
  /** What is being filtered, for screen readers: "Status". */
  label: string;
  options: readonly FilterOption[];
  value: string;
  onValueChange: (value: string) => void;
  className?: string;
}) {
  const chosen = props.options.some(({ value }) => value === props.value);
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      onKeyDown={moveFocus}
      className={clsx(
        "flex gap-1.5 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1.5 md:flex-wrap",
        props.className,
      )}
    >
      {props.options.map((option, index) => {
        const isChosen = option.value === props.value;
        return (
          <button
            key={option.value}
            type="button"
            role="radio"
            aria-checked={isChosen}
            tabIndex={isChosen || (!chosen && index === 0) ? 0 : -1}
            onClick={() => (isChosen ? undefined : props.onValueChange(option.value))}
            className={chipClass}
          >
            {option.label}
            {option.count === undefined ? null : <span className="num opacity-85">{option.count}</span>}
          </button>
        );
      })}
    </div>
  );
}
