"use client";

import { clsx } from "clsx";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button";

const SHOW_DONE_MS = 2_000;

type CopyState = "idle" | "done" | "refused";

function useCopy(value: string, onCopied?: () => void): [CopyState, () => Promise<void>] {
  const [state, setState] = useState<CopyState>("idle");
  useEffect(() => {
    if (state !== "done") return;
    const timer = setTimeout(() => setState("idle"), SHOW_DONE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setState("done");
      onCopied?.();
    } catch {
      setState("refused");
    }
  }
  return [state, copy];
}

/** A small icon button that copies a value; a screen reader reads its label. */
export function CopyButton(props: { value: string; label: string; className?: string }) {
  const [state, copy] = useCopy(props.value);
  return (
    <Button
      variant="faint"
      size="smallIcon"
      aria-label={props.label}
      className={props.className}
      onClick={() => void copy()}
    >
      {state === "done" ? <Check aria-hidden className="text-accent" /> : <Copy aria-hidden />}
      <span role="status" className="sr-only">
        {state === "done" ? "Copied" : state === "refused" ? "Could not copy" : ""}
      </span>
    </Button>
  );
}

/** A value to copy. It stays selectable: if the browser refuses to copy, the keyboard still can. */
export function CopyField(props: {
  label: string;
  value: string;
  /** A sentence under the value, such as "Shown once. Store it now." */
  note?: string;
  onCopied?: () => void;
  className?: string;
}) {
  const [state, copy] = useCopy(props.value, props.onCopied);
  return (
    <div className={clsx("flex flex-col gap-1.5", props.className)}>
      <span className="text-[13px] font-[560]">{props.label}</span>
      <div className="flex items-stretch gap-2 max-md:flex-col">
        <input
          readOnly
          aria-label={props.label}
          value={props.value}
          onFocus={(event) => event.currentTarget.select()}
          spellCheck={false}
          className="h-[34px] min-w-0 flex-1 rounded-lg border border-line bg-chip max-md:flex-none px-3 font-mono text-[13px] text-ink max-md:h-11"
        />
        <Button onClick={() => void copy()}>
          {state === "done" ? <Check aria-hidden className="text-accent" /> : <Copy aria-hidden />}
          {state === "done" ? "Copied" : "Copy"}
        </Button>
      </div>
      <p role="status" className={clsx("text-xs", state === "refused" ? "text-bad" : "text-ink-dim")}>
        {state === "refused"
          ? "The browser did not allow copying. Select the text and copy it by hand."
          : props.note}
      </p>
    </div>
  );
}
