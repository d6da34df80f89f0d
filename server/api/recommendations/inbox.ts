import { z } from "zod";
import { recommendationEffects } from "@/server/db/recommendations/effects";
import { WAITING_ORDERS, WAITING_STATUSES, waitingEntries } from "@/server/db/recommendations/waiting";
import { MAX_BATCH_SIZE } from "@/server/domain/decision-batches/batch";
import { WHYS } from "@/server/domain/pricing/why";
import { withPeopleNeeded } from "@/server/usecases/approvals/people-needed";
import { Criteria, requestedCriteria } from "@/server/usecases/recommendations/criteria";
import { query } from "../pipeline";
import { presentRecommendationDetail, RecommendationDetailOut } from "./detail-schema";

const MAX_FIRST_ROWS = 50;

/**
 * The approvals inbox, and what waits in another status: the order of all entries that wait, and the figures of the
 * first ones, so that a page is drawn after one request. The figures of the others are read apart, as they are shown.
 */
export const inbox = query(
  {
    scope: "recommendations:read",
    summary: "List what awaits a decision, by reason and the money at risk",
    input: Criteria.extend({
      status: z.enum(WAITING_STATUSES).default("pending_approval"),
      order: z.enum(WAITING_ORDERS).default("money_at_risk"),
      first_rows: z.int().min(0).max(MAX_FIRST_ROWS).default(0),
      // What is listed can be decided in one batch.
      limit: z.int().min(1).max(MAX_BATCH_SIZE).default(MAX_BATCH_SIZE),
    }),
    output: z.object({
      entries: z.array(z.object({ id: z.string(), version: z.int(), why: z.enum(WHYS) })),
      total: z.int(),
      rows: z.array(RecommendationDetailOut),
    }),
  },
  async ({ context, input }) => {
    const { services, tenant } = context;
    const { status, order, first_rows: firstRows, limit, ...criteria } = input;
    const now = services.now();
    const { entries, total } = await waitingEntries(services.db, tenant, {
      at: new Date(now),
      status,
      criteria: await requestedCriteria(context, criteria),
      order,
      limit,
    });
    const first = entries.slice(0, firstRows).map(({ id }) => id);
    const found = first.length === 0 ? [] : await recommendationEffects(services.db, tenant, first);
    const rows = await withPeopleNeeded(context, found);
    return {
      entries: entries.map(({ id, version, why }) => ({ id, version, why: why ?? "other" })),
      total,
      rows: rows.map((row) => presentRecommendationDetail(row, now)),
    };
  },
);
