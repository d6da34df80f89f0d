import { z } from "zod";
import { type WorkspaceSettings, workspaceSettings } from "@/server/db/workspaces/settings";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";

export const Settings = z.object({
  name: z.string(),
  currency: z.string(),
  agents_may_approve: z.boolean(),
  /** Null: as long as the workspace has one member. */
  decides_once: z.boolean().nullable(),
  check_every_hours: z.number().int(),
  time_zone: z.string(),
  /** Whether a reduction that grows without an interruption has the prior price of its first step. */
  prior_price_progressive: z.boolean(),
  /** Whether runs raise alerts about items whose shop strikes through more than the prior price. */
  reference_price_alerts: z.boolean(),
});

/** Builds the workspace settings that the pages show. */
export const presentSettings = ({
  name,
  currency,
  agentsMayApprove,
  decidesOnce,
  checkEveryHours,
  timeZone,
  priorPriceProgressive,
  referencePriceAlerts,
}: WorkspaceSettings): z.input<typeof Settings> => ({
  name,
  currency,
  agents_may_approve: agentsMayApprove,
  decides_once: decidesOnce,
  check_every_hours: checkEveryHours,
  time_zone: timeZone,
  prior_price_progressive: priorPriceProgressive,
  reference_price_alerts: referencePriceAlerts,
});

export const settings = query(
  {
    scope: "workspace:read",
    summary: "Read what is set about the workspace",
    input: z.object({}),
    output: Settings,
  },
  async ({ context }) => presentSettings(await readTransaction(context, (tx) => workspaceSettings(tx))),
);
