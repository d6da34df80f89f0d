"use client";

import type { ReactNode, RefObject } from "react";
import { ChartReader } from "./chart-reader";

/** The width of a chart before it is measured, in pixels. */
export const EXPECTED_WIDTH = 640;

/**
 * The picture of a chart with what it shows in a sentence, for those who do not see it; read by pointer and arrow keys.
 * @param props.size its measured element, and its width and height in pixels
 * @param props.label what the chart shows: "Gross margin of the catalog"
 * @param props.children draws the picture, with the selected moment; the other fields are those of `ChartReader`
 */
export function ChartFigure(props: {
  size: { ref: RefObject<HTMLElement | null>; width: number; height: number };
  label: string;
  summary: string;
  moments: readonly number[];
  nearest: (x: number) => number;
  textAt: (moment: number) => string;
  children: (read: number | null) => ReactNode;
}) {
  const { ref, width, height } = props.size;
  return (
    <figure ref={ref} className="m-0 w-full">
      <figcaption className="sr-only">{props.summary}</figcaption>
      <ChartReader label={props.label} moments={props.moments} nearest={props.nearest} textAt={props.textAt}>
        {(read) => (
          <svg
            aria-hidden
            width={width}
            height={height}
            className="num block max-w-full overflow-visible text-[11px]"
          >
            {props.children(read)}
          </svg>
        )}
      </ChartReader>
    </figure>
  );
}
