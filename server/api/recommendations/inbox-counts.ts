import { z } from "zod";
import { waitingCounts } from "@/server/db/recommendations/waiting";
import { query } from "../pipeline";
import { Timestamp } from "../scalars";
import { Criteria, requestedCriteria } from "./criteria";

const Counts = z.array(z.object({ value: z.string(), count: z.int() }));

/** The totals beside the filters of the approvals inbox, over everything that waits. */
export const inboxCounts = query(
  {
    scope: "recommendations:read",
    summary: "Count what awaits approval, by each filter's values",
    input: Criteria,
    output: z.object({
      total: z.int(),
      oldest: Timestamp.nullable(),
      large: z.int(),
      facets: z.object({
        why: Counts,
        brand: Counts,
        category: Counts,
        tag: Counts,
        confidence: Counts,
        guard: Counts,
      }),
    }),
  },
  async ({ context, input }) => {
    const { services, tenant } = context;
    const { oldest, facets, ...counts } = await waitingCounts(services.db, tenant, {
      at: new Date(services.now()),
      criteria: await requestedCriteria(context, input),
    });
    return {
      ...counts,
      oldest: oldest?.toISOString() ?? null,
      facets: {
        why: [...facets.why],
        brand: [...facets.brand],
        category: [...facets.category],
        tag: [...facets.tag],
        confidence: [...facets.confidence],
        guard: [...facets.guard],
      },
    };
  },
);
