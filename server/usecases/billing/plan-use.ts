import { countItems } from "@/server/db/items";
import { countMembers } from "@/server/db/memberships";
import { countLiveTokens } from "@/server/db/tokens";
import type { Tx } from "@/server/db/transaction";
import { type PlanEffect, type PlanUse, whatStops } from "@/server/domain/plan-change";
import type { Plan } from "@/server/domain/plans";
import { presentWorkspace } from "@/server/db/memberships";
import { type Acting, read } from "../acting";

/** What of its plan the transaction's workspace uses now. */
export async function planUse({ services }: Acting, tx: Tx): Promise<PlanUse> {
  return {
    items: await countItems(tx),
    members: (await countMembers(tx)).members,
    tokens: await countLiveTokens(tx, new Date(services.now())),
  };
}

/** What would stop in the workspace on another plan; changes nothing. */
export const previewPlan = (acting: Acting, plan: Plan): Promise<PlanEffect[]> =>
  read(acting, async (tx) => whatStops((await presentWorkspace(tx)).plan, plan, await planUse(acting, tx)));
