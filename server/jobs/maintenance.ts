import { forgetRecords } from "@/server/db/oauth/records";
import { forgetAnswers } from "@/server/db/requests/idempotency";
import { purgeDueAccounts } from "@/server/usecases/accounts/deletion/purge";
import { settleDeletions } from "@/server/usecases/accounts/deletion/settle";
import { forgetOldSignIns } from "@/server/usecases/accounts/purge-sign-ins";
import { purgeDueWorkspaces } from "@/server/usecases/deletion/purge";
import { deliverDueMails } from "@/server/usecases/mails/deliver";
import type { Services } from "@/server/usecases/request-context";
import { forgetOldResults } from "@/server/usecases/runs/purge-results";

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
