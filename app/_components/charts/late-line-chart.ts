import { loadLater } from "@/app/_components/load-later";

/** The chart of lines, whose code is loaded after the page. */
export const LateLineChart = loadLater(async () => (await import("./line-chart")).LineChart);

/** The class of what holds a chart's place until its code is there. */
export const CHART_PLACE = "min-h-[260px]";
