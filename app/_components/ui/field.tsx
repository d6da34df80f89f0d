"use client";

import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { Label as RadixLabel } from "radix-ui";
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from "react";

type FieldControl = { id: string; "aria-describedby": string | undefined; "aria-invalid": boolean };

const FieldContext = createContext<FieldControl | null>(null);

/** The props a control inside a `Field` spreads on its element, which associate it with label, hint and error. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {};
}

function Label({ className, ...rest }: ComponentProps<typeof RadixLabel.Root>) {
  return (
    <RadixLabel.Root className={clsx("text-[13px] leading-5 font-[560] text-ink", className)} {...rest} />
  );
}

/** A labelled control with an optional hint and an error that says what to do. One control per field. */
export function Field(props: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
  children: ReactNode;
  /** True within a line of text. */
  inline?: boolean;
  className?: string;
}) {
  const id = useId();
  const hintId = props.hint ? `${id}-hint` : undefined;
  const errorId = props.error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined;
  return (
    <div className={clsx(props.inline ? "inline-flex" : "flex", "flex-col gap-1.5", props.className)}>
      <Label htmlFor={id}>
        {props.label}
        {props.optional ? <span className="font-normal text-ink-dim"> (optional)</span> : null}
      </Label>
      <FieldContext value={{ id, "aria-describedby": describedBy, "aria-invalid": Boolean(props.error) }}>
        {props.children}
      </FieldContext>
      {props.error ? (
        <p id={errorId} className="flex gap-1.5 text-xs text-bad">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <span>{props.error}</span>
        </p>
      ) : null}
      {props.hint ? (
        <p id={hintId} className="text-xs text-ink-dim">
          {props.hint}
        </p>
      ) : null}
    </div>
  );
}
