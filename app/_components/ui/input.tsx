"use client";

import { cva, type VariantProps } from "class-variance-authority";
import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useFieldControl } from "./field";

/** The style shared by all text inputs and selects. 16 px on a phone: iOS zooms in on smaller text. */
export const controlClass = cva(
  [
    "border border-control bg-panel px-3 transition-colors duration-100",
    "placeholder:text-ink-dim hover:border-ink-soft focus-visible:border-accent focus-visible:outline-offset-0",
    "disabled:opacity-60 aria-invalid:border-bad",
  ],
  {
    variants: {
      look: {
        form: "h-[34px] rounded-lg max-md:h-11 max-md:text-base",
        filter: "h-8 rounded-lg max-md:h-11 max-md:text-base",
        small: "h-7 rounded-lg text-xs max-md:h-11 max-md:text-base",
        search: "h-7 rounded-full text-xs max-md:h-11 max-md:text-base",
        pill: "h-7 rounded-full text-xs max-md:h-10 max-md:text-sm",
        text: "min-h-20 field-sizing-content rounded-lg py-2 max-md:text-base",
        code: "min-h-20 max-h-[70vh] field-sizing-content overflow-y-auto rounded-lg py-2 font-mono text-[13px] leading-5",
      },
    },
    defaultVariants: { look: "form" },
  },
);

export type ControlLook = VariantProps<typeof controlClass>["look"];

/**
 * One line of text. `numeric` uses tabular figures and requests a phone's numeric keyboard; `className` is its width,
 * which is all there is if none is given.
 */
export function Input({
  className = "w-full",
  look,
  numeric,
  ...rest
}: ComponentProps<"input"> & { look?: ControlLook; numeric?: boolean }) {
  return (
    <input
      {...useFieldControl()}
      inputMode={numeric ? "decimal" : undefined}
      className={clsx(controlClass({ look }), "min-w-0 text-ink", numeric && "num text-right", className)}
      {...rest}
    />
  );
}
