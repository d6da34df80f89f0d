"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Button } from "./button";

/** The end of a list that is loaded page by page. The rows shown stay if the next page fails. */
export function Pager(props: {
  shown: number;
  /** The noun of the rows, in the plural: "alerts". */
  noun: string;
  /** True if `next_cursor` of the last page is not null. */
  hasMore: boolean;
  loading?: boolean;
  error?: ReactNode;
  onMore: () => void;
  className?: string;
}) {
  return (
    <div
      className={clsx(
        "flex flex-wrap items-center justify-center gap-3 px-4 py-4 text-xs text-ink-dim",
        props.className,
      )}
    >
      <span className="num" role="status">
        {endText(props)}
      </span>
      {props.error ? <span className="text-bad">{props.error}</span> : null}
      {props.hasMore ? (
        <Button size="sm" loading={props.loading} onClick={props.onMore}>
          {props.error ? "Try again" : "Load more"}
        </Button>
      ) : null}
    </div>
  );
}

/** The noun is in the plural, so the text for a single row omits it. */
function endText({ shown, noun, hasMore }: Pick<Parameters<typeof Pager>[0], "shown" | "noun" | "hasMore">) {
  if (hasMore) return `${shown} ${noun} shown`;
  return shown === 1 ? "That is all" : `All ${shown} ${noun} shown`;
}
