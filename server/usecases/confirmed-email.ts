import { DomainError } from "@/server/domain/errors";
import type { RequestContext } from "./request-context";

/**
 * Requires a confirmed e-mail address before the service connects to an address that the person entered. Call it
 * before the address is examined: an address that is blocked, unreachable or reachable then gets the same answer in
 * the same time, which reveals nothing about the network.
 */
export const requireConfirmedForOutbound = (context: RequestContext): void => requireConfirmedEmail(context);

/**
 * Requires a confirmed e-mail address.
 * @throws DomainError email_not_confirmed (402)
 */
export function requireConfirmedEmail(context: RequestContext): void {
  if (context.emailConfirmed) return;
  throw new DomainError("email_not_confirmed", "Confirm your e-mail address first; we sent you a link.", {
    plan: context.plan,
  });
}
