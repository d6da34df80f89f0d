import { clsx } from "clsx";
import type { ReactNode } from "react";

export type Stat = { label: ReactNode; value: ReactNode; detail?: ReactNode };

/**
 * A few figures side by side, separated by hairlines. A figure is never truncated; figures that do not fit in one row
 * of the place that the strip has, which may be narrow in a wide window, wrap to the next. `lg` for the top of a page,
 * `md` inside details.
 */
export function StatStrip(props: { stats: readonly Stat[]; size?: "md" | "lg"; className?: string }) {
  const large = props.size === "lg";
  const inOneRow = props.stats.length > 4 ? "@2xl:basis-[30%] @4xl:basis-0" : "@2xl:basis-0";
  return (
    <div className={clsx("@container", props.className)}>
      <dl className="num flex flex-wrap gap-px overflow-hidden rounded-xl border border-line bg-line">
        {props.stats.map((stat, index) => (
          <div
            key={index}
            className={clsx(
              "bg-panel",
              large
                ? clsx("min-w-min flex-1 basis-[45%] px-4 py-3.5", inOneRow)
                : "flex-auto px-2.5 py-2 max-md:px-2",
            )}
          >
            <dt className="text-xs whitespace-nowrap text-ink-dim">{stat.label}</dt>
            <dd
              className={clsx(
                "mt-0.5 font-[600] whitespace-nowrap",
                large && "text-[22px] leading-7 tracking-[-0.02em] max-md:text-lg max-md:leading-7",
              )}
            >
              {stat.value}
            </dd>
            {stat.detail ? <dd className="text-xs text-ink-dim">{stat.detail}</dd> : null}
          </div>
        ))}
      </dl>
    </div>
  );
}
