import { clsx } from "clsx";
import type { ReactNode } from "react";

/** Placeholder for an empty list: what would be here, why it is missing, and the one action that creates it. */
export function EmptyState(props: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** True inside a section of a page. */
  small?: boolean;
}) {
  return (
    <div
      className={clsx(
        "mx-auto flex max-w-sm flex-col items-center px-6 text-center",
        props.small ? "py-8" : "py-16",
      )}
    >
      {props.icon ? (
        <span
          aria-hidden
          className="mb-4 flex size-11 items-center justify-center rounded-xl border border-line bg-panel text-ink-dim [&_svg]:size-5"
        >
          {props.icon}
        </span>
      ) : null}
      <h2 className="text-[15px] leading-5 font-[620]">{props.title}</h2>
      {props.children ? <div className="mt-1.5 text-pretty text-ink-soft">{props.children}</div> : null}
      {props.action ? <div className="mt-5">{props.action}</div> : null}
    </div>
  );
}
