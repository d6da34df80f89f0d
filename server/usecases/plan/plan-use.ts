import type { Tx } from "@/server/db/database/transaction";
import { countItems } from "@/server/db/items/items";
import { countMembers, getWorkspace } from "@/server/db/members/memberships";
import { countLiveTokens } from "@/server/db/tokens/tokens";
import { countEndpoints } from "@/server/db/webhooks/endpoints";
import { type PlanEffect, type PlanUse, whatStops } from "@/server/domain/plan/plan-change";
import type { Plan } from "@/server/domain/plan/plans";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

/** Counts how much of its plan the transaction's workspace uses now. */
export async function planUse({ services }: RequestContext, tx: Tx): Promise<PlanUse> {
  return {
    items: await countItems(tx),
    members: (await countMembers(tx)).members,
    tokens: await countLiveTokens(tx, new Date(services.now())),
    webhooks: await countEndpoints(tx),
  };
}

/** Returns what would stop in the workspace on another plan; changes nothing. */
export const previewPlan = (context: RequestContext, plan: Plan): Promise<PlanEffect[]> =>
  readTransaction(context, async (tx) =>
    whatStops((await getWorkspace(tx)).plan, plan, await planUse(context, tx)),
  );
