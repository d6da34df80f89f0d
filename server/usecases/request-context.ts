import type { Database } from "@/server/db/database/database";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { DomainError } from "@/server/domain/errors";
import type { IdKind } from "@/server/domain/ids";
import type { CheckOutcome } from "@/server/domain/offers/page-check";
import type { Role } from "@/server/domain/permissions";
import { acceptsMutations, type Lifecycle, type Plan } from "@/server/domain/plan/plans";

/** Places where a test may stop or kill the process; nothing happens there in production. */
export type FaultPoint =
  | "run:page-computed"
  | "run:page-committed"
  | "run:before-finish"
  | "run:publishing"
  | "write-back:claimed"
  | "write-back:read"
  | "write-back:sent-recorded"
  | "write-back:answered"
  | "write-back:before-applied"
  | "page-check:claimed"
  | "page-check:answered";

/** The OpenID Connect issuer that people of this installation may sign in with. */
export interface IdentityProvider {
  /** What people read on the button. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** Whom a bearer of the issuer has to be meant for; the client itself unless the installation names an API. */
  readonly audience: string;
  /** The algorithm the issuer signs ID tokens with. */
  readonly idTokenAlgorithm: string;
}

/** Durations of the protocols, in milliseconds, and what the installation allows. */
export interface Settings {
  readonly publicUrl: string;
  readonly storeTimeoutMs: number;
  readonly quarantineMs: number;
  readonly writeBackLeaseMs: number;
  readonly runLeaseMs: number;
  readonly unknownAlertMs: number;
  readonly giveUpMs: number;
  readonly approveWaitMs: number;
  /** For how long what a run computed from is kept item by item. */
  readonly resultsKeptMs: number;
  /** For how long a superseded recommendation that nobody decided is kept. */
  readonly recommendationsKeptMs: number;
  /** For how long checks of competitors' pages are kept. */
  readonly pageChecksKeptMs: number;
  /** Who may make an account: anybody, people who were invited, or nobody but the operator. */
  readonly signUp: "open" | "invited" | "closed";
  /** Whether nobody but this machine reaches the installation. */
  readonly loopbackOnly: boolean;
  readonly allowPrivateStores: boolean;
  /** Whether competitors' pages may lie in private networks and at ports of their own: none, all, or at these addresses. */
  readonly allowPrivatePages: boolean | readonly string[];
  /** What pages of competitors are asked as, with where to read what this is. */
  readonly pageUserAgent: string;
  /** The least time between two visits to one host, in milliseconds. */
  readonly pageDelayMs: number;
  readonly perMinute: number;
  readonly browserPerMinute: number;
  readonly authSecret: string;
  readonly encryptionKey: string;
  readonly mailFrom: string;
  readonly smtpUrl: string | null;
  /** Where owners' requests to the operator are mailed. */
  readonly operatorEmail: string | null;
  /** Null where people sign in with a password alone. */
  readonly identityProvider: IdentityProvider | null;
  /** Where faults of safety are told to: an address of https or mailto; null where nobody is named. */
  readonly securityContact: string | null;
  readonly http: HttpSettings;
}

/** What is believed of those who call, and what they may take. */
export interface HttpSettings {
  /** Addresses and CIDR ranges of the operator's own proxies; what others say of an origin is not believed. */
  readonly trustedProxies: readonly string[];
  /** Requests a minute of one address for pages, sign-in and whatever has no budget of its own. */
  readonly addressPerMinute: number;
  /** Credentials that do not hold which one address may show in a minute. */
  readonly refusedPerMinute: number;
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly headersTimeoutMs: number;
  /** How long a body that is read whole may take, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** How long any request may take to arrive, files included, in milliseconds. */
  readonly requestTimeoutMs: number;
}

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Counts what this process ended, for its operators; a transaction that is rolled back after it has been counted too. */
export interface Meter {
  /** @param ms from the run's start to its end, in milliseconds */
  runEnded(outcome: "succeeded" | "held" | "failed" | "canceled", ms: number): void;
  writeBackEnded(outcome: "applied" | "conflict" | "failed"): void;
  pageChecked(outcome: CheckOutcome): void;
}

/** What the process offers to every use case. Time and ids come from here, so that tests set them. */
export interface Services {
  readonly db: Database;
  readonly settings: Settings;
  readonly log: Log;
  readonly meter: Meter;
  /** The address and bearer secret of the sandbox store, where this installation runs one. */
  readonly sandbox: { readonly url: string; readonly secret: string } | null;
  now(): number;
  newId(kind: IdKind): string;
  fault(point: FaultPoint): void | Promise<void>;
}

export interface Actor {
  readonly kind: "user" | "token" | "grant" | "system";
  readonly id: string;
  /** What people read: an e-mail address, a token's name, or an application's with the person it acts for. */
  readonly label: string;
  /** What the audit log keeps instead where `label` names a person: nothing can be taken out of it. */
  readonly pseudonym?: string;
  readonly userId: string | null;
}

/** Holds the answer of a request under its Idempotency-Key, written in the transaction of the effect. */
export interface IdempotencySlot {
  complete(tx: Tx, result: unknown): Promise<void>;
}

/** Who acts in which workspace, by which way: the first argument of every use case. */
export interface RequestContext {
  readonly services: Services;
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly role: Role | null;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
  readonly emailConfirmed: boolean;
  readonly via: "web" | "api" | "mcp" | "command" | "worker";
  readonly requestId: string | null;
  readonly ip: string | null;
  readonly answerSlot?: IdempotencySlot;
}

/**
 * Runs a change in one transaction of the acting workspace, together with the answer kept for its Idempotency-Key.
 * @param options.answer what the use case returns, where the transaction returns more than that
 */
export function change<T>(
  context: RequestContext,
  work: (tx: Tx) => Promise<T>,
  options?: { timeoutMs?: number; answer?: (result: T) => unknown },
): Promise<T> {
  return inTenant(
    context.services.db,
    context.tenant,
    async (tx) => {
      const result = await work(tx);
      await context.answerSlot?.complete(tx, options?.answer ? options.answer(result) : result);
      return result;
    },
    options,
  );
}

/** Runs reads of the acting workspace in one transaction. */
export const read = <T>(context: RequestContext, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTenant(context.services.db, context.tenant, work);

/** Refuses changes in a suspended or deleting workspace with 402 plan_limit; the last check before an effect. */
export function requireLive(context: RequestContext): void {
  if (acceptsMutations(context.lifecycle)) return;
  throw new DomainError(
    "plan_limit",
    `This workspace is ${context.lifecycle}; nothing can be changed in it.`,
    {
      limit: "lifecycle",
      plan: context.plan,
    },
  );
}

/**
 * Refuses to ask an address for somebody who has not confirmed their own, before the address is looked at: what is
 * refused, silent or there looks the same to them, by its words and by its time.
 */
export const requireConfirmedForOutbound = (context: RequestContext): void => requireConfirmedEmail(context);

/** Refuses people who have not confirmed their e-mail address with 402 email_not_confirmed. */
export function requireConfirmedEmail(context: RequestContext): void {
  if (context.emailConfirmed) return;
  throw new DomainError("email_not_confirmed", "Confirm your e-mail address first; we sent you a link.", {
    plan: context.plan,
  });
}
