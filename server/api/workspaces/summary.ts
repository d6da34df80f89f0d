import { z } from "zod";
import { decidesOnce } from "@/server/db/members/one-decision";
import { findOpenSupportSession } from "@/server/db/support/support";
import { workspaceSummary } from "@/server/db/workspaces/summary";
import { storeTitle } from "@/server/usecases/connections/store";
import { readFreezeEnd } from "@/server/usecases/freezes/frozen";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { Timestamp } from "../scalars";
import { presentSupportAccess, SupportAccess } from "./projections";

/** Returns the counts for the navigation; for Pricecheck's pages. */
export const summary = query(
  {
    scope: "workspace:read",
    summary: "Count what waits in the workspace",
    input: z.object({}),
    output: z.object({
      waiting: z.int(),
      oldest_waiting_at: Timestamp.nullable(),
      new_recommendations: z.int(),
      held_recommendations: z.int(),
      open_alerts: z.int(),
      store: z
        .object({
          kind: z.string(),
          /** The name of the kind. */
          title: z.string(),
          name: z.string(),
          status: z.string(),
          last_synced_at: Timestamp.nullable(),
        })
        .nullable(),
      /** When the trial ends, or ended by itself; null without one. */
      trial_ends_at: Timestamp.nullable(),
      support_access: SupportAccess.nullable(),
      /** Whether accepting a price may approve it in the same call. */
      decides_once: z.boolean(),
      /** The freeze that is in force. */
      frozen: z.object({ until: Timestamp, text: z.string() }).nullable(),
    }),
  },
  async ({ context }) => {
    const at = new Date(context.services.now());
    const {
      store_kind: kind,
      store_name: name,
      support,
      freeze,
      once,
      ...row
    } = await readTransaction(context, async (tx) => ({
      ...(await workspaceSummary(tx, at)),
      once: await decidesOnce(tx),
      support: await findOpenSupportSession(tx, at),
      freeze: await readFreezeEnd(tx, at.getTime()),
    }));
    return {
      waiting: row.waiting,
      oldest_waiting_at: row.oldest_waiting?.toISOString() ?? null,
      new_recommendations: row.new_recommendations,
      held_recommendations: row.held_recommendations,
      open_alerts: row.open_alerts,
      trial_ends_at: row.trial_ends_at?.toISOString() ?? null,
      support_access: presentSupportAccess(support),
      decides_once: once,
      frozen: freeze && { until: freeze.until.toISOString(), text: freeze.text },
      store:
        kind === null
          ? null
          : {
              kind,
              title: storeTitle(kind),
              name: name ?? kind,
              status: row.store_status ?? "connected",
              last_synced_at: row.synced_at?.toISOString() ?? null,
            },
    };
  },
);
