import { z } from "zod";
import { moneyAtRisk, waitingReasons, writtenSince } from "@/server/db/overview/work";
import { heldRun } from "@/server/db/runs/held";
import { workspaceSettings } from "@/server/db/workspaces/settings";
import { DAY_MS } from "@/server/domain/durations";
import { toWire, wireIn } from "@/server/domain/money";
import { WHYS } from "@/server/domain/pricing/why";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { MoneyOut, Timestamp } from "../scalars";

/** So far back prices written to the store are counted. */
const WRITTEN_DAYS = 30;

/** The work in a workspace in money; for Pricecheck's pages. */
export const work = query(
  {
    scope: "recommendations:read",
    summary: "Sum what waits, what is at risk and what was written",
    input: z.object({}),
    output: z.object({
      /** What waits for approval by its reason, losses first; `profit` if all are approved and the stock sells. */
      waiting: z.array(
        z.object({
          why: z.enum(WHYS),
          count: z.int(),
          oldest: Timestamp,
          profit: MoneyOut.nullable(),
          unknown: z.int(),
        }),
      ),
      /** Each item once, with the greatest amount of its open alerts; `unknown` items have none. */
      at_risk: z.object({ money: MoneyOut, items: z.int(), unknown: z.int() }),
      written: z.object({
        days: z.int(),
        /** Written, and not taken back since. */
        applied: z.int(),
        /** Written and taken back. */
        reverted: z.int(),
        conflict: z.int(),
        failed: z.int(),
        open: z.int(),
        /** The change of profit by the applied ones, if the stock on hand sells at these prices. */
        profit_if_sold: MoneyOut.nullable(),
      }),
      held_run: z.object({ id: z.string(), reason: z.string(), at: Timestamp.nullable() }).nullable(),
    }),
  },
  async ({ context }) => {
    const now = context.services.now();
    const at = new Date(now);
    const { settings, waiting, risk, written, held } = await readTransaction(context, async (tx) => ({
      settings: await workspaceSettings(tx),
      waiting: await waitingReasons(tx, at),
      risk: await moneyAtRisk(tx, at),
      written: await writtenSince(tx, now - WRITTEN_DAYS * DAY_MS),
      held: await heldRun(tx),
    }));
    const money = (minor: bigint) => toWire({ minor, currency: settings.currency });
    const { profitIfSold, ...counts } = written;
    const moneyIfKnown = wireIn(settings.currency);
    return {
      waiting: waiting.map(({ oldest, profit, ...rest }) => ({
        ...rest,
        oldest: oldest.toISOString(),
        profit: moneyIfKnown(profit),
      })),
      at_risk: { money: money(risk.minor), items: risk.items, unknown: risk.unknown },
      written: { days: WRITTEN_DAYS, ...counts, profit_if_sold: moneyIfKnown(profitIfSold) },
      held_run: held && {
        id: held.id,
        reason: held.heldReason,
        at: held.finishedAt?.toISOString() ?? null,
      },
    };
  },
);
