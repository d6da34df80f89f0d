import type { ReactNode } from "react";
import { cn } from "@/app/_components/class-names";

export type Stat = { label: ReactNode; value: ReactNode; detail?: ReactNode };

/** A few figures side by side, parted by hairlines: one row where it fits, two columns on a phone. */
export function StatStrip(props: { stats: readonly Stat[]; size?: "md" | "lg"; className?: string }) {
  return (
    <dl
      className={cn(
        "num grid auto-cols-fr gap-px overflow-hidden rounded-xl border border-line bg-line md:grid-flow-col",
        props.stats.length === 3 ? "grid-cols-3" : "grid-cols-2",
        "md:grid-cols-none",
        props.className,
      )}
    >
      {props.stats.map((stat, index) => (
        <div
          key={index}
          className={cn("min-w-0 bg-panel", props.size === "lg" ? "px-4 py-3.5" : "px-3 py-2")}
        >
          <dt className="truncate text-xs text-ink-dim">{stat.label}</dt>
          <dd
            className={cn(
              "mt-0.5 font-[600]",
              props.size === "lg" && "text-[22px] leading-7 tracking-[-0.02em]",
            )}
          >
            {stat.value}
          </dd>
          {stat.detail ? <dd className="text-xs text-ink-dim">{stat.detail}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
