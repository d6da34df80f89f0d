import { forgetAnswers } from "@/server/db/idempotency";
import { forgetRecords } from "@/server/db/oauth-records";
import type { Services } from "@/server/usecases/acting";
import { purgeDueAccounts } from "@/server/usecases/account-deletion/purge";
import { forgetOldResults } from "@/server/usecases/runs/forget-results";
import { settleDeletions } from "@/server/usecases/account-deletion/settle";
import { forgetOldSignIns } from "@/server/usecases/accounts/forget-sign-ins";
import { deliverDueMails } from "@/server/usecases/mails/deliver";
import { purgeDueWorkspaces } from "@/server/usecases/workspace-deletion/purge";

/**
 * Tries unsent mails again, forgets sessions, codes, tokens, the answers kept for repeated requests and the results of runs whose
 * time is over, and deletes the accounts and workspaces whose time has come.
 */
export async function keepHouse(services: Services): Promise<void> {
  await deliverDueMails(services);
  await forgetAnswers(services.db, services.now());
  await forgetRecords(services.db, new Date(services.now()));
  await forgetOldSignIns(services);
  await forgetOldResults(services);
  await settleDeletions(services);
  await purgeDueAccounts(services);
  await purgeDueWorkspaces(services);
}
