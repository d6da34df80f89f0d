"use client";

import { ChevronDown } from "lucide-react";
import { cn } from "@/app/_components/class-names";
import { useFieldControl } from "./field";
import { controlClass } from "./input";
import type { SelectOption } from "./select-option";
import { useLate } from "./use-late";

export type { SelectOption };

const OPENING_KEYS: readonly string[] = ["ArrowDown", "ArrowUp"];
const loadOpened = async () => (await import("./opened-select")).OpenedSelect;

/**
 * Picks one of a few values. `detail` is a second, quieter line under an option. The list is not part of the first
 * load: it is loaded when the pointer or the focus reaches the button, and opens on the first press.
 */
export function Select(props: {
  options: readonly SelectOption[];
  value: string | undefined;
  onValueChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  "aria-label"?: string;
}) {
  const control = useFieldControl();
  const { code: Opened, loading, ahead, open } = useLate(loadOpened, "The list");
  const chosen = props.options.find((option) => option.value === props.value);
  const button = {
    ...control,
    disabled: props.disabled,
    "aria-label": props["aria-label"],
    className: cn(
      controlClass,
      "flex h-[34px] items-center justify-between gap-2 text-left max-md:h-11",
      !chosen && "text-ink-dim",
      props.className,
    ),
    children: (
      <>
        <span className="truncate">{chosen?.label ?? props.placeholder ?? "Choose"}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-dim" />
      </>
    ),
  };
  if (Opened) {
    const { options, value, onValueChange } = props;
    return <Opened button={button} options={options} value={value} onValueChange={onValueChange} />;
  }
  return (
    <button
      type="button"
      role="combobox"
      aria-autocomplete="none"
      aria-expanded={false}
      aria-busy={loading || undefined}
      {...button}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={({ currentTarget }) => void open(currentTarget)}
      onKeyDown={(event) => {
        if (!OPENING_KEYS.includes(event.key)) return;
        event.preventDefault();
        void open(event.currentTarget);
      }}
    />
  );
}
