import { z } from "zod";
import { FACETS, waitingCounts } from "@/server/db/recommendations/waiting";
import { Criteria, requestedCriteria } from "@/server/usecases/recommendations/criteria";
import { query } from "../pipeline";
import { Timestamp } from "../scalars";

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
      facets: z.record(z.enum(FACETS), Counts),
    }),
  },
  async ({ context, input }) => {
    const { services, tenant } = context;
    const { oldest, ...counts } = await waitingCounts(services.db, tenant, {
      at: new Date(services.now()),
      criteria: await requestedCriteria(context, input),
    });
    return { ...counts, oldest: oldest?.toISOString() ?? null };
  },
);
