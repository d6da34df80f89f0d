import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type BannerTone = "info" | "good" | "warn" | "bad";

const LOOK = {
  info: { icon: Info, className: "bg-chip text-ink" },
  good: { icon: CircleCheck, className: "bg-accent-soft text-on-accent-soft" },
  warn: { icon: TriangleAlert, className: "bg-warn-soft text-warn" },
  bad: { icon: CircleAlert, className: "bg-bad-soft text-bad" },
} as const;

/** A message the reader must see while working here: what happened and what to do, with at most one action. */
export function Banner(props: {
  tone?: BannerTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** True if it spans the whole page instead of its content. */
  edge?: boolean;
  className?: string;
}) {
  const { tone = "info" } = props;
  const { icon: Icon, className } = LOOK[tone];
  return (
    <div
      role={tone === "bad" ? "alert" : "status"}
      className={clsx(
        "flex items-start gap-2.5 py-2.5 max-md:flex-wrap",
        props.edge ? "px-5" : "rounded-xl px-3.5",
        className,
        props.className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 text-pretty max-md:basis-[calc(100%-2rem)]">
        {props.title ? <strong className="mr-1.5 font-[620]">{props.title}</strong> : null}
        {props.children}
      </div>
      {props.action ? (
        <div className="-my-1 shrink-0 max-md:my-0 max-md:ml-6.5 [&>.border-transparent]:max-md:-ml-3">
          {props.action}
        </div>
      ) : null}
    </div>
  );
}
