import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Count } from "@/app/_components/pricing/price";

const NEARLY = 0.9;

/** The used share of a limit, in figures and as a bar; no bar without a limit. */
export function Meter(props: { label: string; used: number; limit: number | null; note?: ReactNode }) {
  const { used, limit } = props;
  const share = limit === null || limit === 0 ? null : Math.min(1, used / limit);
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4">
        <span>
          {props.label}
          {props.note ? <span className="text-xs text-ink-dim"> · {props.note}</span> : null}
        </span>
        <span className="num shrink-0 text-ink-soft">
          <Count value={used} className="text-ink" />
          {limit === null ? (
            " · no limit"
          ) : (
            <>
              {" of "}
              <Count value={limit} />
            </>
          )}
        </span>
      </div>
      {share === null ? null : (
        <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-chip">
          <div
            className={clsx("h-full rounded-full", share >= NEARLY ? "bg-warn" : "bg-accent")}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
    </li>
  );
}
