"use client";

import { clsx } from "clsx";
import { CircleAlert, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { CopyButton } from "./copy-field";

/**
 * What failed, what is still safe, and a way to continue. The request id can be copied, because support asks for it.
 */
export function ErrorState(props: {
  title: string;
  message?: ReactNode;
  requestId?: string;
  onRetry?: () => void;
  retrying?: boolean;
  className?: string;
}) {
  return (
    <div
      role="alert"
      className={clsx("mx-auto flex max-w-md flex-col items-center px-6 py-16 text-center", props.className)}
    >
      <span
        aria-hidden
        className="mb-4 flex size-11 items-center justify-center rounded-xl bg-bad-soft text-bad"
      >
        <CircleAlert className="size-5" />
      </span>
      <h2 className="text-[15px] leading-5 font-[620]">{props.title}</h2>
      {props.message ? <div className="mt-1.5 text-pretty text-ink-soft">{props.message}</div> : null}
      {props.onRetry ? (
        <Button className="mt-5" onClick={props.onRetry} loading={props.retrying}>
          {props.retrying ? null : <RotateCw aria-hidden />}
          Try again
        </Button>
      ) : null}
      {props.requestId ? (
        <p className="mt-4 flex items-center gap-1 text-xs text-ink-dim">
          <span>
            Request <span className="font-mono">{props.requestId}</span>
          </span>
          <CopyButton value={props.requestId} label="Copy request id" />
        </p>
      ) : null}
    </div>
  );
}
