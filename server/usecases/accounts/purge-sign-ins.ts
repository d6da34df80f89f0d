import { purgeOldChallenges } from "@/server/db/accounts/challenges";
import { purgeOldSessions } from "@/server/db/accounts/sessions";
import { purgePendingIdentities } from "@/server/db/identities/identities";
import { DAY_MS } from "@/server/domain/durations";
import type { Services } from "../services";

/** Retention of ended sessions: as long as their network counts as one the person has signed in from. */
const SESSION_RETENTION_MS = 90 * DAY_MS;
const CODE_RETENTION_MS = DAY_MS;

/** Deletes sessions that ended 90 days ago, mailed codes that expired a day ago, and expired identity links. */
export async function purgeOldSignIns(services: Services): Promise<void> {
  const now = services.now();
  await purgeOldSessions(services.db, new Date(now - SESSION_RETENTION_MS));
  await purgeOldChallenges(services.db, new Date(now - CODE_RETENTION_MS));
  await purgePendingIdentities(services.db, new Date(now));
}
