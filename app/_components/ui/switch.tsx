"use client";

import { clsx } from "clsx";
import { Switch as RadixSwitch } from "radix-ui";
import { type ComponentProps, type ReactNode, useId } from "react";

/** A setting that takes effect at once, with its label on the left and its explanation below. */
export function SwitchRow(
  props: ComponentProps<typeof RadixSwitch.Root> & { label: ReactNode; detail?: ReactNode },
) {
  const { label, detail, className, ...rest } = props;
  const id = useId();
  return (
    <div className={clsx("flex items-start justify-between gap-6 py-2 max-md:min-h-11", className)}>
      <span className="min-w-0">
        <label htmlFor={id} className="block cursor-pointer font-[520]">
          {label}
        </label>
        {detail ? (
          <span id={`${id}-detail`} className="block text-xs text-ink-dim">
            {detail}
          </span>
        ) : null}
      </span>
      <Switch id={id} aria-describedby={detail ? `${id}-detail` : undefined} {...rest} />
    </div>
  );
}

/** A bare switch; give it an `aria-label` or use `SwitchRow`. */
function Switch({ className, ...rest }: ComponentProps<typeof RadixSwitch.Root>) {
  return (
    <RadixSwitch.Root
      className={clsx(
        "relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-control bg-chip transition-colors duration-100",
        "before:absolute before:-inset-[13px] disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent",
        className,
      )}
      {...rest}
    >
      <RadixSwitch.Thumb className="ml-0.5 block size-3.5 rounded-full bg-control transition-transform duration-100 data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
    </RadixSwitch.Root>
  );
}
