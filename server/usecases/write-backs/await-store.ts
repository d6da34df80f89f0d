import { setTimeout as pause } from "node:timers/promises";
import { type RecommendationRow, recommendationById } from "@/server/db/recommendations/recommendations";
import { OPEN_WRITE_BACK_STATUSES } from "@/server/domain/write-backs/write-back";
import type { RequestContext } from "../request-context";

const LOOK_EVERY_MS = 60;

/** Looks at the row until its newest write is resolved or in doubt, or the time allowed is over. */
export async function afterWaiting(
  context: RequestContext,
  row: RecommendationRow,
): Promise<RecommendationRow> {
  const { services, tenant } = context;
  const until = performance.now() + services.settings.approveWaitMs;
  let seen = row;
  while (isUnderway(seen) && performance.now() < until) {
    await pause(LOOK_EVERY_MS);
    seen = (await recommendationById(services.db, tenant, row.id)) ?? seen;
  }
  return seen;
}

function isUnderway(row: RecommendationRow): boolean {
  const status = row.revertStatus ?? row.writeBackStatus;
  return status !== "unknown" && OPEN_WRITE_BACK_STATUSES.some((open) => open === status);
}
