"use client";

import type { ReactNode } from "react";
import { cn } from "@/app/_components/class-names";
import { Button } from "./button";

/** The end of a list that is read page by page. What is shown stays when the next page fails. */
export function Pager(props: {
  shown: number;
  /** What is listed, in the plural: "alerts". */
  noun: string;
  /** `next_cursor` of the last page is not null. */
  hasMore: boolean;
  loading?: boolean;
  error?: ReactNode;
  onMore: () => void;
  className?: string;
}) {
  return (
    <div
      className={cn(
        "flex flex-wrap items-center justify-center gap-3 px-4 py-4 text-xs text-ink-dim",
        props.className,
      )}
    >
      <span className="num" role="status">
        {props.hasMore ? `${props.shown} ${props.noun} shown` : `All ${props.shown} ${props.noun} shown`}
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
