"use client";

import type { ComponentProps } from "react";
import { cn } from "@/app/_components/class-names";
import { useFieldControl } from "./field";

/** The style shared by all text inputs and selects. 16 px on a phone: iOS zooms in on smaller text. */
export const controlClass = [
  "w-full rounded-lg border border-control bg-panel px-3 text-ink transition-colors duration-100",
  "placeholder:text-ink-dim hover:border-ink-soft focus-visible:border-accent focus-visible:outline-offset-0",
  "disabled:opacity-60 aria-invalid:border-bad max-md:text-base",
].join(" ");

/** One line of text. `numeric` uses tabular figures and requests a phone's numeric keyboard. */
export function Input({ className, numeric, ...rest }: ComponentProps<"input"> & { numeric?: boolean }) {
  return (
    <input
      {...useFieldControl()}
      inputMode={numeric ? "decimal" : undefined}
      className={cn(controlClass, "h-[34px] max-md:h-11", numeric && "num text-right", className)}
      {...rest}
    />
  );
}
