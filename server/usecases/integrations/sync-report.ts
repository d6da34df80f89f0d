import { z } from "zod";
import { storeText } from "@/server/stores/port";

/** One thing about a sync that a person may want to put right in the store or the plan. */
const Problem = z.object({ ref: z.string(), sku: z.string(), problem: z.string() });
export type SyncProblem = z.infer<typeof Problem>;

/** What a sync did and what it could not do, as it is kept with the connection. */
export const SyncReport = z.object({
  seen: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  price_changes: z.int(),
  linked: z.int(),
  missing_sku: z.int(),
  duplicate_sku: z.int(),
  beyond_plan: z.int(),
  refused: z.int(),
  vanished: z.int(),
  /** Items whose variant got another sku, which they have now too. */
  renamed: z.int().default(0),
  /** Items that were missing and are shown again. */
  returned: z.int().default(0),
  /** Variants that nobody can buy. */
  disabled: z.int().default(0),
  /** How many variants are priced in each currency other than the workspace's. */
  other_currencies: z.record(z.string(), z.int()).default({}),
  /** Pages of the store's list that were read. */
  pages: z.int().default(0),
  /** How often a page was asked for again. */
  retries: z.int().default(0),
  /** How many variants the store says it has; null where it does not say. */
  total: z.int().nullable().default(null),
  /** Why the sync waits before it goes on, in words; null where it does not. */
  waiting: z.string().nullable().default(null),
  error: z.string().nullable(),
  problems: z.array(Problem),
});
export type SyncReport = z.infer<typeof SyncReport>;

const TOLD_AT_MOST = 50;
const SHOWN = 200;

export const emptyReport = (): SyncReport => ({
  seen: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  price_changes: 0,
  linked: 0,
  missing_sku: 0,
  duplicate_sku: 0,
  beyond_plan: 0,
  refused: 0,
  vanished: 0,
  renamed: 0,
  returned: 0,
  disabled: 0,
  other_currencies: {},
  pages: 0,
  retries: 0,
  total: null,
  waiting: null,
  error: null,
  problems: [],
});

type Count = "missing_sku" | "duplicate_sku" | "beyond_plan" | "refused" | "vanished";

/** Counts something that could not be taken over; the first fifty are told with their reason. */
export function addProblem(report: SyncReport, count: Count, { ref, sku, problem }: SyncProblem): void {
  report[count]++;
  if (report.problems.length >= TOLD_AT_MOST) return;
  report.problems.push({
    ref: storeText(ref, SHOWN),
    sku: storeText(sku, SHOWN),
    problem: storeText(problem),
  });
}

/** Reads a stored report back; null where there was no sync yet. */
export const readReport = (stored: unknown): SyncReport | null => SyncReport.safeParse(stored).data ?? null;
