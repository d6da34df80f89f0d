import { z } from "zod";
import { isUniqueViolation } from "@/server/db/database/errors";
import { deleteGrant } from "@/server/db/integrations/grants";
import {
  findConnected,
  type IntegrationRow,
  insertIntegration,
  queueSync,
} from "@/server/db/integrations/integrations";
import { findWorkspace, lockWorkspace } from "@/server/db/members/memberships";
import { addJob } from "@/server/db/queue/queue";
import { isCurrency } from "@/server/domain/currency";
import { DomainError } from "@/server/domain/errors";
import {
  connectorFor,
  STORE_KINDS,
  type StoreConnection,
  StoreError,
  type StoreIdentity,
  type StoreKind,
  sandboxStore,
  storeText,
} from "@/server/stores";
import { requireConfirmedForOutbound } from "../confirmed-email";
import { sealCredentials } from "../connections/credentials";
import { observeCalls } from "../connections/observed-calls";
import { isSameAddress } from "../connections/same-address";
import { buildStoreConnection } from "../connections/store";
import { checked, fieldError } from "../input";
import type { PricingView } from "../policy/read-shop-pricing";
import { pricingOnConnect } from "../policy/set-shop-pricing";
import { givenPricing, PricingRequest } from "../policy/shop-pricing-request";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { readTransaction, writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { grantedCredentials } from "./granted-credentials";
import { otherWorkspaceNotices } from "./other-workspaces";
import { prepareHints } from "./prepare-hints";

/** The input for connecting a store; only the sandbox's address and credentials may be left out. */
export const ConnectRequest = z.object({
  kind: z.enum(STORE_KINDS, `choose a kind of store: ${STORE_KINDS.join(", ")}`),
  url: z.string().trim().max(2_000).optional(),
  credentials: z.record(z.string(), z.unknown()).optional(),
  /** The id of a key that this store sent, in place of credentials. */
  grant: z.string().max(100).optional(),
  /** How the shop states its prices; missing fields are read from the store if it reports them. */
  pricing: PricingRequest.optional(),
});

export interface Connected {
  readonly row: IntegrationRow;
  /** Texts about missing optional parts of the store. */
  readonly notices: readonly string[];
  /** The workspace's price settings after the store was read. */
  readonly pricing: PricingView;
}

/** The maximum length of a stored store name. */
export const MAX_STORE_NAME_LENGTH = 200;

/** A store after signing in: its connection, and its identity and price settings. */
interface Reached {
  readonly connection: StoreConnection;
  readonly identity: StoreIdentity;
}

/**
 * Signs in to a store that is not connected yet and reads its identity and price settings; nothing is stored.
 * @throws DomainError validation_error naming `url` or `credentials`; conflict while a store is connected; plan_limit
 * in a suspended workspace; email_not_confirmed for another store than the sandbox of this installation
 */
export async function inspectStore(
  context: RequestContext,
  input: z.input<typeof ConnectRequest>,
): Promise<StoreIdentity> {
  return (await reach(context, checked(ConnectRequest, input))).identity;
}

async function reach(
  context: RequestContext,
  { kind, url, credentials, grant }: z.output<typeof ConnectRequest>,
): Promise<Reached> {
  if (kind !== "sandbox" || url) requireConfirmedForOutbound(context);
  const present = await readTransaction(context, (tx) => findConnected(tx));
  if (present) throw alreadyConnected(url !== undefined && isSameAddress(url, present.url));
  requireWritableWorkspace(context);
  const given =
    grant === undefined
      ? { typed: credentials ?? {} }
      : { granted: await grantedCredentials(context, { kind, url, grant }) };
  const connection = await connectionOf(context, kind, url, given);
  const identity = await observeCalls(context, connectorFor(kind), null)
    .test(connection)
    .catch(toValidationError);
  if (!isCurrency(identity.currency))
    throw fieldError("url", "currency", "The store sells in a currency that we do not know.");
  return { connection, identity };
}

/**
 * Connects a store after signing in and checking that everything needed is available, and queues its first sync. The
 * store's currency and VAT become the workspace's settings unless a person states or confirmed others. A workspace
 * has one connected store.
 * @throws DomainError validation_error naming `url`, `credentials` or the missing fields of `pricing`; conflict while
 * a store is connected, or naming "vat" or "currency" if store, catalog and workspace contradict each other;
 * plan_limit in a suspended workspace
 */
export async function connectStore(
  context: RequestContext,
  input: z.input<typeof ConnectRequest>,
): Promise<Connected> {
  const { services, tenant } = context;
  const request = checked(ConnectRequest, input);
  const { kind } = request;
  const { connection, identity } = await reach(context, request);
  const { channel, fingerprint } = identity;
  const id = services.newId("integration");
  const secret = sealCredentials(context, id, connection.credentials);
  const reported = {
    currency: identity.currency,
    pricesIncludeVat: identity.pricesIncludeTax,
    vatRates: identity.taxRates,
  };
  const name = storeText(identity.name, MAX_STORE_NAME_LENGTH);
  try {
    return await writeTransaction(context, async (tx) => {
      const connectedAt = new Date(services.now());
      await lockWorkspace(tx);
      const elsewhere = await otherWorkspaceNotices(context, tx, fingerprint);
      await insertIntegration(tx, {
        id,
        kind,
        name,
        url: connection.url,
        secret,
        channel,
        fingerprint,
        ...reported,
        connectedAt,
      });
      const pricing = await pricingOnConnect(context, tx, givenPricing(request.pricing ?? {}), reported);
      if (request.grant !== undefined) await deleteGrant(tx, request.grant);
      if (connectorFor(kind).hints) await prepareHints(services, tx, id);
      await queueSync(tx, id, null);
      await addJob(tx, "sync", { v: 1, workspaceId: tenant.workspaceId, id });
      await recordChange(context, tx, {
        action: "store.connect",
        subject: id,
        after: { kind, url: connection.url },
      });
      const row = await findConnected(tx);
      if (!row) throw new Error("the connection just made is not there");
      return { row, notices: [...identity.notices, ...pricing.notices, ...elsewhere], pricing };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw alreadyConnected();
    throw error;
  }
}

const alreadyConnected = (same = false): DomainError =>
  new DomainError(
    "conflict",
    same
      ? "This store is connected already; to sign in to it otherwise, replace its credentials."
      : "A store is connected already; disconnect it first.",
    { current_status: "connected" },
  );

async function connectionOf(
  context: RequestContext,
  kind: StoreKind,
  url: string | undefined,
  given: GivenCredentials,
): Promise<StoreConnection> {
  if (kind === "sandbox" && !url) return ownSandbox(context);
  if (!url) throw fieldError("url", "required", "Write the store's address.");
  return buildStoreConnection(context, kind, url, readCredentials(kind, given));
}

/** Credentials that a person typed, or those of a key that the store gave. */
export type GivenCredentials =
  | { readonly typed: Record<string, unknown> }
  | { readonly granted: Record<string, unknown> };

/**
 * Parses credentials by the schema of their kind of store. What only a store gives is not taken from a person.
 * @throws DomainError validation_error naming the missing settings
 */
export function readCredentials(kind: StoreKind, given: GivenCredentials): StoreConnection["credentials"] {
  const connector = connectorFor(kind);
  const granted = "granted" in given ? connector.parseGranted(given.granted) : null;
  if (granted !== null) return granted;
  const parsed = connector.parseCredentials("granted" in given ? given.granted : given.typed);
  if (parsed.ok) return parsed.credentials;
  throw new DomainError("validation_error", "The credentials are not complete.", {
    issues: parsed.issues.map(({ path, code, message }) => ({
      path: ["credentials", ...path].join("."),
      code,
      message,
    })),
  });
}

/** Returns the connection to this installation's sandbox store, in the workspace's currency. */
async function ownSandbox(context: RequestContext): Promise<StoreConnection> {
  const { services, tenant } = context;
  const { sandbox } = services;
  if (!sandbox)
    throw fieldError("kind", "unavailable", "This installation runs no sandbox store; give its address.");
  const currency = (await readTransaction(context, findWorkspace))?.currency;
  const url = sandboxStore.urlOf(sandbox.url.replace(/\/+$/, ""), tenant.workspaceId);
  const key = sandboxStore.keyOf(sandbox.secret, tenant.workspaceId);
  return buildStoreConnection(context, "sandbox", url, { key, ...(currency ? { currency } : {}) });
}

/** Translates a store's error into a validation error, whatever its cause; rethrows any other error. */
export function toValidationError(error: unknown): never {
  if (!(error instanceof StoreError)) throw error;
  const aboutCredentials = ["unauthorized", "sign_in_ended", "rejected"].includes(error.reason);
  throw fieldError(aboutCredentials ? "credentials" : "url", error.reason, error.message);
}
