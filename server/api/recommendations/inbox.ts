import { z } from "zod";
import { WAITING_ORDERS, waitingEntries } from "@/server/db/recommendations/waiting";
import { WHYS } from "@/server/domain/recommendations/why";
import { query } from "../pipeline";
import { Criteria, requestedCriteria } from "./criteria";

/** A batch of decisions names as many recommendations at most. */
const MOST_ENTRIES = 10_000;

/** The approvals inbox: the order of all entries that wait. Their figures are read apart, as they are shown. */
export const inbox = query(
  {
    scope: "recommendations:read",
    summary: "List what awaits approval, by reason and the money at risk",
    input: Criteria.extend({ order: z.enum(WAITING_ORDERS).default("money_at_risk") }),
    output: z.object({
      entries: z.array(z.object({ id: z.string(), version: z.int(), why: z.enum(WHYS) })),
      total: z.int(),
    }),
  },
  async ({ context, input }) => {
    const { services, tenant } = context;
    const { order, ...criteria } = input;
    const { entries, total } = await waitingEntries(services.db, tenant, {
      at: new Date(services.now()),
      criteria: await requestedCriteria(context, criteria),
      order,
      limit: MOST_ENTRIES,
    });
    return { entries: entries.map(({ id, version, why }) => ({ id, version, why: why ?? "other" })), total };
  },
);
