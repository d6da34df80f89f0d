/** What the overview asks for, in the page and in its document. */
export const NEWEST_RUN = { limit: 1 };
export const LATEST_RUNS = { limit: 4 };
export const OPEN_ALERTS = { status: "open", limit: 8 } as const;
