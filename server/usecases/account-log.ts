import { appendAccountEvent } from "@/server/db/accounts/events";
import type { Json } from "@/server/db/database/canonical-json";
import type { PrismaTransaction } from "@/server/db/database/database";
import { networkOf } from "@/server/network/network";
import type { Services } from "./services";

/** The actions that an account's log records. */
export type AccountAction =
  | "account.create"
  | "address.confirm"
  | "address.change_asked"
  | "address.change"
  | "password.reset_asked"
  | "password.set"
  | "password.change"
  | "session.begin"
  | "session.end"
  | "identity.link"
  | "identity.unlink";

/** Where an account action comes from: a request, or with `operator` the command line. */
export interface AccountOrigin {
  readonly requestId: string | null;
  readonly ip: string | null;
  readonly operator?: true;
}

/** The operator's command line. */
export const BY_OPERATOR: AccountOrigin = { requestId: null, ip: null, operator: true };

/** Appends an event to the account's log, in the transaction of the change that it records. */
export function recordAccountEvent(
  services: Services,
  prisma: PrismaTransaction,
  userId: string,
  origin: AccountOrigin,
  event: { readonly action: AccountAction; readonly before?: Json; readonly after?: Json },
): Promise<void> {
  return appendAccountEvent(prisma, userId, {
    ...event,
    id: services.newId("event"),
    at: services.now(),
    actor: origin.operator ? "system:operator" : `user:${userId}`,
    via: origin.operator ? "command" : "web",
    requestId: origin.requestId,
    network: networkOf(origin.ip),
  });
}
