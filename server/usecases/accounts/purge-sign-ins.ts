import { forgetOldChallenges } from "@/server/db/accounts/challenges";
import { forgetIdentityLinks } from "@/server/db/identities/identities";
import { forgetOldSessions } from "@/server/db/sessions/sessions";
import { DAY_MS } from "@/server/domain/durations";
import type { Services } from "../request-context";

/** As long as a network counts as one that a person has signed in from. */
const SESSIONS_KEPT_MS = 90 * DAY_MS;
const CODES_KEPT_MS = DAY_MS;

/** Forgets sessions that ended 90 days ago, and mailed codes and waiting identities whose time is over. */
export async function forgetOldSignIns(services: Services): Promise<void> {
  const now = services.now();
  await forgetOldSessions(services.db, new Date(now - SESSIONS_KEPT_MS));
  await forgetOldChallenges(services.db, new Date(now - CODES_KEPT_MS));
  await forgetIdentityLinks(services.db, new Date(now));
}
