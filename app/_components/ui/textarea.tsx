"use client";

import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useFieldControl } from "./field";
import { controlClass } from "./input";

/** Several lines of text, or of `code`; grows with its content where the browser supports that. */
export function Textarea({
  code = false,
  rows = 3,
  ...rest
}: Omit<ComponentProps<"textarea">, "className"> & { code?: boolean }) {
  return (
    <textarea
      {...useFieldControl()}
      rows={rows}
      className={clsx(controlClass({ look: code ? "code" : "text" }), "w-full text-ink")}
      {...rest}
    />
  );
}
