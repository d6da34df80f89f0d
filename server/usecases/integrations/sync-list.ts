import { type StoreConnector, StoreError } from "@/server/stores";
import type { ResolvedStore } from "../resolved-store";
import { applyPage } from "./sync-page";
import type { SyncReport } from "./sync-report";
import { runStep, type SyncWork, whileLeased } from "./sync-step";

const PAGE_SIZE = 500;
/**
 * The maximum number of consecutive pages without a new variant. A list whose rows shift has one such page, never
 * many.
 */
const IDLE_PAGES = 20;
/** Twice the largest plan's limit. */
const MAX_VARIANTS = 2_000_000;
/** More than so many variants need in pages of a hundred. */
const MAX_PAGES = 50_000;

/** The store did not return the requested page. */
export class PageFailed extends Error {
  constructor(override readonly cause: StoreError) {
    super(cause.message);
  }
}

/**
 * Reads the store's list page by page and applies each page to the catalog.
 * @returns false if the worker was stopped before the end of the list
 * @throws PageFailed; StoreError for a list that does not end
 */
export async function readVariants(work: SyncWork, store: ResolvedStore): Promise<boolean> {
  const { context, progress, position, signal } = work;
  const { services } = context;
  let idle = 0;
  while (!position.listed) {
    if (signal?.aborted) return false;
    const readAtMs = services.now();
    const page = await whileLeased(work, () => readPage(store, position.cursor, progress.since));
    const seenBefore = progress.report.seen;
    if (position.cursor === null) position.begunAt = page.storeTime ?? null;
    progress.report.pages++;
    progress.report.total = page.total;
    progress.report.progress = page.progress ?? progress.report.progress;
    position.tries = 0;
    position.cursor = page.nextCursor;
    position.listed = page.nextCursor === null;
    const read = { variants: page.data, readAtMs: readAtMs - (page.ageMs ?? 0) };
    await runStep(work, (tx) => applyPage(context, tx, progress, read));
    idle = progress.report.seen === seenBefore && page.repeats !== true ? idle + 1 : 0;
    if (!position.listed && (idle >= IDLE_PAGES || isTooLong(progress.report))) throw endless();
  }
  return true;
}

const isTooLong = ({ seen, pages }: SyncReport): boolean => seen >= MAX_VARIANTS || pages >= MAX_PAGES;

const readPage = (
  { connector, connection }: ResolvedStore,
  cursor: string | null,
  updatedSince: Date | null,
): ReturnType<StoreConnector["listVariants"]> =>
  connector.listVariants(connection, { cursor, updatedSince, pageSize: PAGE_SIZE }).catch(toPageFailure);

/** The error for a list that repeats itself or does not end, which would occupy this worker forever. */
const endless = (): StoreError =>
  new StoreError("bad_answer", "definite", "The store's list of variants does not come to an end.");

/** Turns a store's error into PageFailed, so that the page is requested again later. */
export function toPageFailure(error: unknown): never {
  throw error instanceof StoreError ? new PageFailed(error) : error;
}
