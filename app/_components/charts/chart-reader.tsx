"use client";

import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";

/**
 * Lets a reader go through the moments of a chart with the pointer or, while it is focused, with the arrow keys. The
 * values of the selected moment are shown below the chart, and read aloud.
 * @param props.label what the chart shows, for screen readers
 * @param props.moments what can be selected, ascending: times in milliseconds since 1970, or the places of bars
 * @param props.nearest returns the index of the moment nearest to an x position, in pixels from the chart's left edge
 * @param props.textAt returns the values of a moment as text
 */
export function ChartReader(props: {
  label: string;
  moments: readonly number[];
  nearest: (x: number) => number;
  textAt: (ms: number) => string;
  children: (readMs: number | null) => ReactNode;
}) {
  const { moments } = props;
  const [selected, setSelected] = useState<number | null>(null);
  const at = selected === null ? null : (moments[Math.min(selected, moments.length - 1)] ?? null);
  const text = at === null ? null : props.textAt(at);

  function onPointer(event: PointerEvent<HTMLDivElement>) {
    const { left } = event.currentTarget.getBoundingClientRect();
    setSelected(props.nearest(event.clientX - left));
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = moments.length - 1;
    const from = selected ?? last + 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, from - 1),
      ArrowRight: Math.min(last, from + 1),
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (event.key === "Escape") setSelected(null);
    else if (next !== undefined) setSelected(next);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${props.label}; use the arrow keys to go through them`}
        aria-valuemin={0}
        aria-valuemax={moments.length - 1}
        aria-valuenow={selected ?? moments.length - 1}
        aria-valuetext={text ?? "No point selected"}
        className="touch-pan-y rounded-md outline-offset-4"
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={(event) => event.pointerType === "mouse" && setSelected(null)}
        onKeyDown={onKeyDown}
        onBlur={() => setSelected(null)}
      >
        {props.children(at)}
      </div>
      <p aria-hidden className="num min-h-9 pt-2 text-xs text-pretty text-ink-soft">
        {text ?? (
          <span className="text-ink-dim">
            <span className="pointer-coarse:hidden">
              Point at the chart, or use the arrow keys, to read it.
            </span>
            <span className="pointer-fine:hidden">Tap the chart to read it.</span>
          </span>
        )}
      </p>
    </>
  );
}
