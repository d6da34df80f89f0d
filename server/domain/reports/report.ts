/** The reports by their wire names, in the order in which they are offered. */
export const REPORT_NAMES = [
  "recommendations",
  "margins",
  "alerts",
  "write_backs",
  "decisions",
  "deciders",
] as const;
export type ReportName = (typeof REPORT_NAMES)[number];

/** The formats of a report's download by their wire names. */
export const REPORT_FORMATS = ["json", "csv", "ndjson", "xlsx"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Whether the rows of a report belong to an item, so that they can be filtered by its category and brand. */
export const isOfItems = (report: ReportName): boolean => report !== "decisions" && report !== "deciders";
