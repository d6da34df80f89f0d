"use client";

import { clsx } from "clsx";
import { Check, Minus } from "lucide-react";
import { Checkbox as RadixCheckbox } from "radix-ui";
import { type ComponentProps, type ReactNode, useId } from "react";
import { useFieldControl } from "./field";

/** A checkbox without a label, for table rows; give it an `aria-label`. Its click target is larger than its box. */
export function Checkbox({ className, ...rest }: ComponentProps<typeof RadixCheckbox.Root>) {
  return (
    <RadixCheckbox.Root
      {...useFieldControl()}
      className={clsx(
        "relative inline-flex size-4 shrink-0 items-center justify-center rounded border-[1.5px] border-control bg-panel",
        "before:absolute before:-inset-2 max-md:size-5 max-md:before:-inset-[14px] disabled:opacity-50",
        "data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=checked]:text-on-accent",
        "data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent data-[state=indeterminate]:text-on-accent",
        className,
      )}
      {...rest}
    >
      <RadixCheckbox.Indicator>
        {rest.checked === "indeterminate" ? (
          <Minus aria-hidden className="size-3" strokeWidth={3} />
        ) : (
          <Check aria-hidden className="size-3" strokeWidth={3} />
        )}
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  );
}

/** A checkbox with its label and an optional second line; the whole row is the click target. */
export function CheckboxRow(
  props: ComponentProps<typeof RadixCheckbox.Root> & { label: ReactNode; detail?: ReactNode },
) {
  const { label, detail, className, ...rest } = props;
  const id = useId();
  return (
    <div className={clsx("flex items-start gap-2.5 py-1 max-md:min-h-11 max-md:items-center", className)}>
      <Checkbox id={id} aria-describedby={detail ? `${id}-detail` : undefined} className="mt-0.5" {...rest} />
      <span className="min-w-0">
        <label htmlFor={id} className="block cursor-pointer">
          {label}
        </label>
        {detail ? (
          <span id={`${id}-detail`} className="block text-xs text-ink-dim">
            {detail}
          </span>
        ) : null}
      </span>
    </div>
  );
}
