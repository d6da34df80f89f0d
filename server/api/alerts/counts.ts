import { z } from "zod";
import { countAlertKinds } from "@/server/db/alerts/counts";
import { AlertCriteria, alertFilterOf } from "@/server/usecases/alerts/filter";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { AlertKindOut } from "./schemas";

/** What the list of alerts has beside its rows: how many match, and how many of each kind. */
export const counts = query(
  {
    scope: "alerts:read",
    summary: "Count the unresolved alerts that match, by kind",
    input: AlertCriteria,
    output: z.object({ total: z.int(), kinds: z.array(z.object({ kind: AlertKindOut, count: z.int() })) }),
  },
  async ({ context, input }) => {
    const at = new Date(context.services.now());
    const kinds = await readTransaction(context, (tx) => countAlertKinds(tx, alertFilterOf(input), at));
    return { total: kinds.reduce((sum, { count }) => sum + count, 0), kinds };
  },
);
