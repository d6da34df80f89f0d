import dynamic from "next/dynamic";

/** The chart of lines, whose code is loaded after the page. */
export const LateLineChart = dynamic(async () => (await import("./line-chart")).LineChart, { ssr: false });

/** The class of what holds a chart's place until its code is there. */
export const CHART_PLACE = "min-h-[260px]";
