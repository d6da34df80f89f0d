import type { ConnectionRow } from "@/server/db/connections/connections";
import type { Database } from "@/server/db/database/database";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import type {
  endWriteBack,
  leaseWriteBack,
  pauseWriteBack,
  recordSend,
} from "@/server/db/write-backs/write-backs";
import { DomainError } from "@/server/domain/errors";
import type { IdKind } from "@/server/domain/ids";
import type { EventLog } from "@/server/domain/log/events";
import type { CheckOutcome } from "@/server/domain/offers/page-check";
import type { Role } from "@/server/domain/permissions";
import { acceptsMutations, type Lifecycle, type Plan } from "@/server/domain/plan/plans";
import type { StoreConnection } from "@/server/stores";
import type { Checkpoint } from "./checkpoints";
import type { ResolvedStore } from "./resolved-store";

/** The OpenID Connect issuer for sign-in to this installation. */
export interface IdentityProvider {
  /** Text on the sign-in button. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** Required audience of the issuer's bearer tokens; the client id unless the installation names an API. */
  readonly audience: string;
  /** Signature algorithm of the issuer's ID tokens. */
  readonly idTokenAlgorithm: string;
}

/** Settings of the installation; names that end in Ms are durations in milliseconds. */
export interface Settings {
  readonly publicUrl: string;
  readonly storeTimeoutMs: number;
  readonly quarantineMs: number;
  readonly writeBackLeaseMs: number;
  readonly runLeaseMs: number;
  readonly unknownOutcomeAlertMs: number;
  readonly writeBackDeadlineMs: number;
  readonly approveWaitMs: number;
  /** Retention of runs' results per item (inputs and outcomes). */
  readonly resultsRetentionMs: number;
  /** Retention of superseded recommendations without a decision. */
  readonly recommendationsRetentionMs: number;
  /** Retention of checks of competitors' pages. */
  readonly pageChecksRetentionMs: number;
  /** Retention of webhook events and the log of their deliveries. */
  readonly webhookEventsRetentionMs: number;
  /** Who may create an account: anyone, invited people, or the operator only. */
  readonly signUp: "open" | "invited" | "closed";
  /** Whether only this machine reaches the installation. */
  readonly loopbackOnly: boolean;
  readonly allowPrivateStores: boolean;
  /** The installation's own apps, by which merchants sign in to their stores, by kind of store. */
  readonly storeApps: Readonly<Record<string, StoreApp>>;
  /**
   * Whether competitors' pages may be in private networks and on other ports: none, all, or those at these addresses.
   */
  readonly allowPrivatePages: boolean | readonly string[];
  /** Whether webhook endpoints may be in private networks, on other ports and without TLS. */
  readonly allowPrivateWebhooks: boolean;
  /** User-Agent of requests to competitors' pages, with a link that explains them. */
  readonly pageUserAgent: string;
  /** Minimum time between two visits to one host, in milliseconds. */
  readonly pageDelayMs: number;
  /** Time between two heartbeats of a stream of changes, in milliseconds. */
  readonly heartbeatMs: number;
  readonly perMinute: number;
  readonly browserPerMinute: number;
  readonly authSecret: string;
  readonly encryptionKey: string;
  readonly mailFrom: string;
  readonly smtpUrl: string | null;
  /** Recipient of owners' requests to the operator. */
  readonly operatorEmail: string | null;
  /** Whether owners set their workspace's plan at once; otherwise they ask the operator. */
  readonly ownersSetPlans: boolean;
  /** Whether strangers may look at the demo workspace without an account. */
  readonly publicDemo: boolean;
  /** Null when sign-in is by password only. */
  readonly identityProvider: IdentityProvider | null;
  /** Contact for security reports: an https or mailto URL; null when none is configured. */
  readonly securityContact: string | null;
  readonly http: HttpSettings;
}

/** An app of a kind of store. */
export interface StoreApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The addresses that get its secret although they are none of that kind of store's own: stand-ins of tests. */
  readonly standIns?: readonly string[];
}

/** Trust in proxies and limits for HTTP clients. */
export interface HttpSettings {
  /** Addresses and CIDR ranges of the operator's own proxies; forwarding headers of others are ignored. */
  readonly trustedProxies: readonly string[];
  /** Requests per minute and address for pages, sign-in and everything else without a rate limit of its own. */
  readonly addressPerMinute: number;
  /** Invalid credentials per minute and address. */
  readonly refusedPerMinute: number;
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly headersTimeoutMs: number;
  /** Time limit for reading a whole body, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** Time limit for any request to arrive, files included, in milliseconds. */
  readonly requestTimeoutMs: number;
}

export type Log = EventLog;

/** Metrics of this process for its operators. */
export interface Meter {
  /** @param ms duration from the run's start to its end, in milliseconds */
  runEnded(outcome: "succeeded" | "held" | "failed" | "canceled", ms: number): void;
  writeBackEnded(outcome: "applied" | "conflict" | "failed" | "canceled"): void;
  pageChecked(outcome: CheckOutcome): void;
  /** A write-back waits: for the end of a freeze, by the protocol, or for what a store refused. */
  writeBackWaits(reason: string): void;
  /** A call of a connector's function, which may be several requests to its store. @param call.ms milliseconds */
  storeCalled(call: {
    /** The kind of store. */
    readonly kind: string;
    readonly operation: string;
    /** `ok`, or the reason why there was no result. */
    readonly outcome: string;
    readonly ms: number;
  }): void;
  syncEnded(outcome: "ok" | "failed"): void;
  /** An attempt to send a mail; `kept` where there is no mail server. */
  mailAttempted(outcome: "sent" | "kept" | "retried" | "given_up"): void;
  /** An attempt to deliver an event to a webhook endpoint. */
  deliveryAttempted(outcome: "delivered" | "retry" | "give_up"): void;
  /** An occurrence of a schedule came, this many of its times before were missed, and it may be late itself. */
  scheduleCame(occurrence: { readonly missed: number; readonly late: boolean }): void;
}

/** The steps of the write-back's protocol on rows and stores. A fault test removes one guard here to show what it prevents. */
export interface WriteBackSteps {
  readonly leaseWriteBack: typeof leaseWriteBack;
  readonly recordSend: typeof recordSend;
  readonly pauseWriteBack: typeof pauseWriteBack;
  readonly endWriteBack: typeof endWriteBack;
  /** @throws StoreError definite when the connection cannot be used */
  resolveStore(context: Pick<RequestContext, "services" | "tenant">, row: ConnectionRow): ResolvedStore;
}

/** What the process provides to every use case. Time and ids come from here, so that tests can set them. */
export interface Services {
  readonly db: Database;
  readonly settings: Settings;
  readonly log: Log;
  readonly meter: Meter;
  /** URL and bearer secret of the sandbox store; null when this installation runs none. */
  readonly sandbox: { readonly url: string; readonly secret: string } | null;
  /** What the connectors of stores remember between calls. */
  readonly storeCache: StoreConnection["cache"];
  now(): number;
  newId(kind: IdKind): string;
  /** Called when a protocol reaches the point; what it does is decided where the services are put together. */
  checkpoint(point: Checkpoint): void | Promise<void>;
  readonly writeBackSteps: WriteBackSteps;
}

export interface Actor {
  readonly kind: "user" | "token" | "grant" | "system";
  readonly id: string;
  /** Display name: an e-mail address, a token's name, or an application's with the person it acts for. */
  readonly label: string;
  /** Replaces `label` in the audit log when `label` names a person, because the log cannot be redacted. */
  readonly pseudonym?: string;
  readonly userId: string | null;
}

/** Stores the answer of a request under its Idempotency-Key, in the transaction of the effect. */
export interface IdempotencySlot {
  complete(tx: Tx, result: unknown): Promise<void>;
}

/** Who acts in which workspace, and through which channel: the first argument of every use case. */
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
  /** The batch that the change belongs to; the audit log names it. */
  readonly batchId?: string;
  readonly idempotencySlot?: IdempotencySlot;
}

/**
 * Runs a change in one transaction of the acting workspace, and stores the answer for its Idempotency-Key in it.
 * @param options.result builds the use case's answer when the transaction returns more than that
 */
export function writeTransaction<T>(
  context: RequestContext,
  work: (tx: Tx) => Promise<T>,
  options?: { timeoutMs?: number; result?: (result: T) => unknown },
): Promise<T> {
  return inTenant(
    context.services.db,
    context.tenant,
    async (tx) => {
      const result = await work(tx);
      await context.idempotencySlot?.complete(tx, options?.result ? options.result(result) : result);
      return result;
    },
    options,
  );
}

/** Runs reads of the acting workspace in one transaction. */
export const readTransaction = <T>(context: RequestContext, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTenant(context.services.db, context.tenant, work);

/**
 * Requires a workspace that accepts changes, neither suspended nor being deleted; the last check before an effect.
 * @throws DomainError plan_limit (402)
 */
export function requireWritableWorkspace(context: RequestContext): void {
  const refusal = notWritable(context);
  if (refusal) throw refusal;
}

/** Returns the same error; null if the workspace accepts changes. */
export function notWritable({ lifecycle, plan }: RequestContext): DomainError | null {
  if (acceptsMutations(lifecycle)) return null;
  const message = `This workspace is ${lifecycle}; nothing can be changed in it.`;
  return new DomainError("plan_limit", message, { limit: "lifecycle", plan });
}

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
