import { z } from "zod";
import { countProposals } from "@/server/db/runs/findings";
import { findRun, type RunPriceChanges } from "@/server/db/runs/runs";
import { notFound } from "@/server/domain/errors";
import { toWire } from "@/server/domain/money";
import { VISIBLE_RECOMMENDATION_STATUSES } from "@/server/domain/recommendations/recommendation";
import { CHANGE_DIRECTIONS, type ChangeClass, sumOfDirection } from "@/server/domain/runs/change-classes";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { MoneyOut, PathId, RatioOut, Timestamp } from "../scalars";

/** Price changes and what their profit would be if all were applied, on the stock on hand; `unknown` ones have none. */
const Sum = z.object({ count: z.int(), profit: MoneyOut, unknown: z.int() });

const Changes = z.object({
  /** Recommendations that the run created, and those of earlier runs that it confirmed. */
  created: z.int(),
  confirmed: z.int(),
  cuts: Sum,
  rises: Sum,
  /** Every size, from a share of the price (exclusive) to another: the largest cuts first, the largest rises last. */
  classes: z.array(
    Sum.extend({ direction: z.enum(CHANGE_DIRECTIONS), from: RatioOut, to: RatioOut.nullable() }),
  ),
});

/** What a run found, and what became of it; for Pricecheck's pages. */
export const findings = query(
  {
    scope: "runs:read",
    summary: "Sum the price changes of a run and what became of them",
    input: z.object({ run_id: PathId }),
    output: z.object({
      /** Null until the run has succeeded, and for runs from before they were kept. */
      changes: Changes.nullable(),
      /** The recommendations that the run created, by their present status. */
      proposals: z.array(z.object({ status: z.enum(VISIBLE_RECOMMENDATION_STATUSES), count: z.int() })),
      /** When the results of its items were deleted because of their age. */
      results_deleted_at: Timestamp.nullable(),
    }),
  },
  async ({ context, input }) => {
    const { run, proposals } = await readTransaction(context, async (tx) => ({
      run: await findRun(tx, input.run_id),
      proposals: await countProposals(tx, input.run_id, new Date(context.services.now())),
    }));
    if (run === null) throw notFound("run");
    return {
      changes: run.priceChanges && presentChanges(run.priceChanges),
      proposals,
      results_deleted_at: run.resultsForgottenAt?.toISOString() ?? null,
    };
  },
);

function presentChanges({ currency, classes, ...counts }: RunPriceChanges): z.input<typeof Changes> {
  const inMoney = <T extends Pick<ChangeClass, "profit">>(sum: T) => ({
    ...sum,
    profit: toWire({ minor: sum.profit, currency }),
  });
  return {
    ...counts,
    cuts: inMoney(sumOfDirection(classes, "cut")),
    rises: inMoney(sumOfDirection(classes, "rise")),
    classes: classes.map(inMoney),
  };
}
