import { z } from "zod";
import { countByDay } from "@/server/db/reports/days";
import { DAY_MS } from "@/server/domain/durations";
import { query } from "../pipeline";
import { Timestamp } from "../scalars";
import { ReportChoice, reportFilter } from "./choice";

const MOST_DAYS = 366;

/** How many rows of a report were made on each day; for Pricecheck's pages. */
export const days = query(
  {
    scope: "reports:read",
    summary: "Count the rows of a report by day",
    input: ReportChoice.extend({
      report: z.enum(["recommendations", "alerts", "write_backs", "decisions"]),
    }),
    output: z.object({
      /** Days in UTC, oldest first, none left out; at most a year before `to`, or before now. */
      days: z.array(z.object({ at: Timestamp, count: z.int() })),
    }),
  },
  async ({ context, input }) => {
    const { services, tenant } = context;
    const filter = reportFilter(context, input);
    const to = filter.to ?? filter.now;
    const oldest = to.getTime() - MOST_DAYS * DAY_MS;
    const from = new Date(Math.max(oldest, filter.from?.getTime() ?? oldest));
    const counts = await countByDay(services.db, tenant, input.report, { ...filter, from, to });
    return {
      days: midnights(from.getTime(), to.getTime()).map((ms) => {
        const at = new Date(ms).toISOString();
        return { at, count: counts.get(at.slice(0, 10)) ?? 0 };
      }),
    };
  },
);

/** Returns the beginnings of the UTC days that a half-open span touches. */
function midnights(fromMs: number, toMs: number): number[] {
  const first = fromMs - (fromMs % DAY_MS);
  const count = Math.max(0, Math.ceil((toMs - first) / DAY_MS));
  return Array.from({ length: count }, (_, n) => first + n * DAY_MS);
}
