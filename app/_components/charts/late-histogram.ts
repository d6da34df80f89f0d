import { loadLater } from "@/app/_components/load-later";

/** The chart of bars, whose code is loaded after the page. */
export const LateHistogram = loadLater(async () => (await import("./histogram")).Histogram);
