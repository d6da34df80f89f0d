import { clsx } from "clsx";
import type { ReactNode } from "react";

/** A name with one quieter line below it; most rows begin with it. Both are truncated rather than wrapped. */
export function TwoLines(props: { title: ReactNode; detail?: ReactNode; className?: string }) {
  return (
    <div className={clsx("min-w-0", props.className)}>
      <div className="truncate font-[520]">{props.title}</div>
      {props.detail ? <div className="num truncate text-xs text-ink-dim">{props.detail}</div> : null}
    </div>
  );
}
