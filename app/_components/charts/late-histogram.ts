import dynamic from "next/dynamic";

/** The chart of bars, whose code is loaded after the page. */
export const LateHistogram = dynamic(async () => (await import("./histogram")).Histogram, { ssr: false });
