import { listAlerts } from "@/server/db/alerts/pages";
import { recommendationPage } from "@/server/db/recommendations/pages";
import type { RecommendationRow } from "@/server/db/recommendations/recommendations";
import { DAY_MS } from "@/server/domain/durations";
import { snoozeAlert } from "@/server/usecases/alerts/snooze";
import { approveRecommendation } from "@/server/usecases/recommendations/approve";
import {
  acceptRecommendation,
  dismissRecommendation,
  rejectRecommendation,
  snoozeRecommendation,
} from "@/server/usecases/recommendations/decide";
import type { RequestContext } from "@/server/usecases/request-context";
import { processWriteBack } from "@/server/usecases/write-backs/process";

const PAGE = 100;

/** Decides on some of what the run found, so that every page has something to show; most is left to the visitor. */
export async function decideSome(context: RequestContext): Promise<void> {
  const changes = await found(context, "price_change");
  const [first, second, third, fourth, rejected, dismissed, snoozed] = changes;
  for (const row of [first, second]) if (row) await approved(context, row);
  for (const row of [third, fourth, ...changes.slice(8, 14)])
    if (row) await acceptRecommendation(context, { id: row.id });
  if (rejected) {
    await acceptRecommendation(context, { id: rejected.id });
    await rejectRecommendation(context, { id: rejected.id, reason: "We promised this price until Sunday." });
  }
  if (dismissed) await dismissRecommendation(context, { id: dismissed.id, reason: "Runs out anyway." });
  const snoozeUntil = new Date(context.services.now() + 3 * DAY_MS);
  if (snoozed)
    await snoozeRecommendation(context, { id: snoozed.id, snoozeUntil, reason: "After the fair." });
  const [advice] = await found(context, "cost_review");
  if (advice) await acceptRecommendation(context, { id: advice.id });
  await snoozeOneAlert(context, snoozeUntil.getTime());
}

const found = (
  { services, tenant }: RequestContext,
  kind: "price_change" | "cost_review",
): Promise<RecommendationRow[]> =>
  recommendationPage(
    services.db,
    tenant,
    {
      before: null,
      limit: PAGE,
      status: "new",
      itemId: null,
      updatedSince: null,
      criteria: { kind },
    },
    services.now(),
  );

/** Approves a price and carries it to the store here, as no worker may be running yet. */
async function approved(context: RequestContext, { id }: RecommendationRow): Promise<void> {
  await acceptRecommendation(context, { id });
  const change = await approveRecommendation(context, { id });
  const writeBack = change.idempotent ? null : change.row.writeBackId;
  if (writeBack) await processWriteBack(context.services, context.tenant, writeBack);
}

async function snoozeOneAlert(context: RequestContext, snoozeUntilMs: number): Promise<void> {
  const nowMs = context.services.now();
  const filter = { status: "open", kind: "stale_cost" } as const;
  const [alert] = await listAlerts(context.services.db, context.tenant, {
    filter,
    sort: "newest",
    after: null,
    limit: 1,
    nowMs,
  });
  if (alert)
    await snoozeAlert(context, { id: alert.id, snoozeUntilMs, reason: "The supplier answers next week." });
}
