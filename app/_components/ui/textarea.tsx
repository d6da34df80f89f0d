"use client";

import type { ComponentProps } from "react";
import { cn } from "@/app/_components/class-names";
import { useFieldControl } from "./field";
import { controlClass } from "./input";

/** Several lines of text; grows with its content where the browser supports that. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...useFieldControl()}
      rows={rows}
      className={cn(controlClass, "field-sizing-content min-h-20 py-2", className)}
      {...rest}
    />
  );
}
