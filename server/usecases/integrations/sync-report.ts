import { z } from "zod";
import { type StoreConnector, storeText } from "@/server/stores";

/** One problem of a sync that a person may want to correct in the store or in the plan. */
const Problem = z.object({ ref: z.string(), sku: z.string(), problem: z.string() });
export type SyncProblem = z.infer<typeof Problem>;

/** The result of a sync, as it is stored with the connection. */
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
  /** Items that took the new sku of their variant. */
  renamed: z.int().default(0),
  /** Items that were missing and are listed again. */
  returned: z.int().default(0),
  /** Variants that are not on sale. */
  disabled: z.int().default(0),
  /** The number of variants in each currency other than the workspace's. */
  other_currencies: z.record(z.string(), z.int()).default({}),
  /** Items whose sale began or ended since they were read, and whose price was read again. */
  sales_read: z.int().default(0),
  /** The number of pages read. */
  pages: z.int().default(0),
  /** The number of repeated requests for a page. */
  retries: z.int().default(0),
  /** The store's own count of its variants; null if it does not report one. */
  total: z.int().nullable().default(null),
  /** The part of the store's list that was read, from 0 to 1, where the store does not count its variants. */
  progress: z.number().nullable().default(null),
  /** Only what changed since this time of the store's clock was read; null for the whole list. */
  since: z.string().nullable().default(null),
  /** The reason the sync waits before it goes on, as text; null if it does not wait. */
  waiting: z.string().nullable().default(null),
  error: z.string().nullable(),
  problems: z.array(Problem),
});
export type SyncReport = z.infer<typeof SyncReport>;

/** The connection of a sync, and its report so far. */
export interface SyncProgress {
  readonly integrationId: string;
  /** Only what changed since this time of the store's clock is listed; null for the whole list. */
  readonly since: Date | null;
  /** Whether several variants of the store may have one sku. */
  readonly skus: StoreConnector["capabilities"]["skus"];
  readonly report: SyncReport;
}

const MAX_LISTED = 50;
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
  sales_read: 0,
  pages: 0,
  retries: 0,
  total: null,
  progress: null,
  since: null,
  waiting: null,
  error: null,
  problems: [],
});

type Count = "missing_sku" | "duplicate_sku" | "beyond_plan" | "refused" | "vanished";

/** Counts a variant that was left out; the report lists the first fifty with their reasons. */
export function addProblem(report: SyncReport, count: Count, { ref, sku, problem }: SyncProblem): void {
  report[count]++;
  if (report.problems.length >= MAX_LISTED) return;
  report.problems.push({
    ref: storeText(ref, SHOWN),
    sku: storeText(sku, SHOWN),
    problem: storeText(problem),
  });
}

/** Parses a stored report; null if there was no sync yet. */
export const parseReport = (stored: unknown): SyncReport | null => SyncReport.safeParse(stored).data ?? null;
