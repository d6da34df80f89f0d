import { purgeGrants } from "@/server/db/integrations/grants";
import { purgeRecords } from "@/server/db/oauth/records";
import { purgeIdempotencySlots } from "@/server/db/requests/idempotency";
import { purgeDueAccounts } from "@/server/usecases/accounts/deletion/purge";
import { settleDeletions } from "@/server/usecases/accounts/deletion/settle";
import { purgeOldSignIns } from "@/server/usecases/accounts/purge-sign-ins";
import { prepareMissingHints } from "@/server/usecases/integrations/prepare-hints";
import { deliverDueMails } from "@/server/usecases/mails/deliver";
import { reportChecks } from "@/server/usecases/offers/check-tally";
import { endDueTrials } from "@/server/usecases/plan/end-trials";
import type { Services } from "@/server/usecases/services";
import { purgeDueWorkspaces } from "@/server/usecases/workspaces/deletion/purge";

/**
 * Logs what page checks found; retries unsent mails; deletes expired sessions, codes, tokens, and idempotency
 * records; ends the trials that are over; and deletes the accounts and workspaces whose deletion is due. Lets
 * stores that were connected before there were hints send them.
 */
export async function runMaintenance(services: Services): Promise<void> {
  reportChecks(services);
  await deliverDueMails(services);
  await purgeIdempotencySlots(services.db, services.now());
  await purgeRecords(services.db, new Date(services.now()));
  await purgeGrants(services.db, new Date(services.now()));
  await purgeOldSignIns(services);
  await endDueTrials(services);
  await settleDeletions(services);
  await purgeDueAccounts(services);
  await purgeDueWorkspaces(services);
  await prepareMissingHints(services);
}
