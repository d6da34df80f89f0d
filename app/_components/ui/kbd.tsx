import { clsx } from "clsx";
import type { ReactNode } from "react";

/**
 * One key as printed on a keyboard. `quiet` inherits the colours of its parent, for use on a filled button; a `hint` is
 * for the eye alone, within a control that tells its keys by `aria-keyshortcuts`.
 */
export function Kbd(props: { children: ReactNode; quiet?: boolean; hint?: boolean; className?: string }) {
  return (
    <kbd
      aria-hidden={props.hint}
      className={clsx(
        "inline-flex h-[18px] min-w-[18px] items-center justify-center rounded border border-b-2 px-1",
        "font-mono text-[11px] leading-none font-medium",
        props.quiet ? "border-current/35 bg-transparent" : "border-line bg-panel text-ink-soft",
        props.className,
      )}
    >
      {props.children}
    </kbd>
  );
}
