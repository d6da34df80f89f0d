import { z } from "zod";
import { findUser } from "@/server/db/accounts/accounts";
import { DomainError } from "@/server/domain/errors";
import type { AccountOrigin } from "../account-log";
import { checked, EmailText } from "../input";
import type { Services } from "../services";
import { requestNewAddress } from "./confirm-email";
import { requirePassword } from "./password";
import { listSessions } from "./sessions";

const NewAddress = z.object({ email: EmailText });
const MAX_SIGN_IN_AGE_MS = 10 * 60 * 1_000;

/**
 * Starts a change of the account's e-mail address. Requires the password or, for an account without one, a sign-in
 * within the last ten minutes. The address changes only when the link mailed to the new address is opened.
 * @returns `sent` false when it is the account's confirmed address already; `link` to be shown once when there is no
 * mail server, else null
 * @throws DomainError validation_error for a bad address or a wrong password; conflict when the person has to sign in
 * again
 */
export async function changeEmail(
  services: Services,
  signedIn: { readonly userId: string; readonly sessionId: string | null },
  input: { readonly email: string; readonly password?: string | undefined },
  origin: AccountOrigin,
): Promise<{ sent: boolean; link: string | null }> {
  const email = checked(NewAddress, { email: input.email.trim() }).email.toLowerCase();
  const user = await findUser(services.db, signedIn.userId);
  if (user?.passwordHash) await requirePassword(services, signedIn.userId, input.password ?? "", "password");
  else await requireFreshSession(services, signedIn);
  return requestNewAddress(services, signedIn.userId, email, origin);
}

/**
 * Requires a session that began within the last ten minutes.
 * @throws DomainError conflict for an older session
 */
async function requireFreshSession(
  services: Services,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string | null },
): Promise<void> {
  const session = (await listSessions(services, userId)).find(({ id }) => id === sessionId);
  if (session && services.now() - session.createdAt.getTime() <= MAX_SIGN_IN_AGE_MS) return;
  throw new DomainError(
    "conflict",
    "Sign out and in again first: this needs a sign-in of the last ten minutes.",
  );
}
