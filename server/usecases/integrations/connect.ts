import { z } from "zod";
import { isUniqueViolation } from "@/server/db/database/errors";
import {
  findConnected,
  type IntegrationRow,
  insertIntegration,
  queueSync,
} from "@/server/db/integrations/integrations";
import { findWorkspace, lockWorkspace } from "@/server/db/members/memberships";
import { addJob } from "@/server/db/queue/queue";
import { sealSecret } from "@/server/db/secrets/secrets";
import { isCurrency } from "@/server/domain/currency";
import { DomainError } from "@/server/domain/errors";
import { parseCredentials } from "@/server/stores/credentials";
import {
  type StoreConnection,
  type StoreCredentials,
  StoreError,
  type StoreIdentity,
  storeText,
} from "@/server/stores/port";
import { connectorFor, STORE_KINDS, type StoreKind } from "@/server/stores/registry";
import { sandboxKey, sandboxUrl } from "@/server/stores/sandbox/access";
import { buildStoreConnection } from "../connections/open";
import { checked, fieldError } from "../input";
import { recordChange } from "../record-change";
import {
  change,
  type RequestContext,
  read,
  requireConfirmedForOutbound,
  requireLive,
} from "../request-context";
import type { PricingView } from "../shop-pricing/read";
import { givenPricing, PricingRequest } from "../shop-pricing/request";
import { pricingOnConnect } from "../shop-pricing/set";
import { elsewhereNotices } from "./elsewhere";

/** What a person gives to connect a store; address and credentials may be left out for the sandbox alone. */
export const ConnectRequest = z.object({
  kind: z.enum(STORE_KINDS, `choose a kind of store: ${STORE_KINDS.join(", ")}`),
  url: z.string().trim().max(2_000).optional(),
  credentials: z.record(z.string(), z.unknown()).optional(),
  /** How the shop's prices are stated; what is left out is read from the store where it says so. */
  pricing: PricingRequest.optional(),
});

export interface Connected {
  readonly row: IntegrationRow;
  /** What the store lacks that is not needed, in words. */
  readonly notices: readonly string[];
  /** How the workspace's prices are stated now that the store was asked. */
  readonly pricing: PricingView;
}

/** How much of a store's name is kept. */
export const NAME_SHOWN = 200;

/** A store that was signed in to: where it is, and what it says of itself. */
interface Reached {
  readonly connection: StoreConnection;
  readonly identity: StoreIdentity;
}

/**
 * Signs in to a store that is not connected yet and reads what it says of itself; nothing is kept.
 * @throws DomainError validation_error naming `url` or `credentials`; conflict while a store is connected; plan_limit in
 * a suspended workspace; email_not_confirmed for another store than the sandbox of this installation
 */
export async function inspectStore(
  context: RequestContext,
  input: z.input<typeof ConnectRequest>,
): Promise<StoreIdentity> {
  return (await reach(context, checked(ConnectRequest, input))).identity;
}

async function reach(
  context: RequestContext,
  { kind, url, credentials }: z.output<typeof ConnectRequest>,
): Promise<Reached> {
  if (kind !== "sandbox" || url) requireConfirmedForOutbound(context);
  const present = await read(context, (tx) => findConnected(tx));
  if (present) throw alreadyConnected(url === present.url);
  requireLive(context);
  const connection = await connectionOf(context, kind, { url, credentials });
  const identity = await connectorFor(kind).test(connection).catch(explain);
  if (!isCurrency(identity.currency))
    throw fieldError("url", "currency", "The store sells in a currency that we do not know.");
  return { connection, identity };
}

/**
 * Connects a store after it was signed in to and found to have all that is needed, and asks for its first sync. What it
 * says of currency and VAT becomes the workspace's own unless a person says or confirmed otherwise. A workspace has one
 * connected store.
 * @throws DomainError validation_error naming `url`, `credentials` or what of `pricing` has to be said; conflict while a
 * store is connected, or naming "vat" or "currency" where store, catalog and workspace contradict each other; plan_limit
 * in a suspended workspace
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
  const place = { table: "integrations", row: id, workspaceId: tenant.workspaceId };
  const secret = sealSecret(services.settings.encryptionKey, place, JSON.stringify(connection.credentials));
  const said = {
    currency: identity.currency,
    pricesIncludeVat: identity.pricesIncludeTax,
    vatRates: identity.taxRates,
  };
  const name = storeText(identity.name, NAME_SHOWN);
  try {
    return await change(context, async (tx) => {
      const connectedAt = new Date(services.now());
      await lockWorkspace(tx);
      const elsewhere = await elsewhereNotices(context, tx, fingerprint);
      await insertIntegration(tx, {
        ...{ id, kind, name, url: connection.url, secret, channel, fingerprint, ...said },
        connectedAt,
      });
      const pricing = await pricingOnConnect(context, tx, givenPricing(request.pricing ?? {}), said);
      await queueSync(tx, id);
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
  { url, credentials }: { url?: string | undefined; credentials?: Record<string, unknown> | undefined },
): Promise<StoreConnection> {
  if (kind === "sandbox" && !url) return ownSandbox(context);
  if (!url) throw fieldError("url", "required", "Write the store's address.");
  return buildStoreConnection(context, kind, url, readCredentials(kind, credentials ?? {}));
}

/**
 * Reads credentials by the schema of their kind of store.
 * @throws DomainError validation_error naming what is missing of them
 */
export function readCredentials(kind: StoreKind, given: Record<string, unknown>): StoreCredentials {
  const parsed = parseCredentials(connectorFor(kind), given);
  if (parsed.ok) return parsed.credentials;
  throw new DomainError("validation_error", "The credentials are not complete.", {
    issues: parsed.issues.map(({ path, code, message }) => ({
      path: ["credentials", ...path].join("."),
      code,
      message,
    })),
  });
}

/** This installation's own sandbox store, in the currency of the workspace. */
async function ownSandbox(context: RequestContext): Promise<StoreConnection> {
  const { services, tenant } = context;
  const { sandbox, settings } = services;
  if (!sandbox)
    throw fieldError("kind", "unavailable", "This installation runs no sandbox store; give its address.");
  const currency = (await read(context, findWorkspace))?.currency;
  return {
    url: sandboxUrl(sandbox.url.replace(/\/+$/, ""), tenant.workspaceId),
    credentials: { key: sandboxKey(sandbox.secret, tenant.workspaceId), ...(currency ? { currency } : {}) },
    allowPrivate: true,
    timeoutMs: settings.storeTimeoutMs,
  };
}

/** A store that cannot be worked with is a mistake in what was typed, or the store's own trouble; both are told. */
export function explain(error: unknown): never {
  if (!(error instanceof StoreError)) throw error;
  const aboutCredentials = error.reason === "unauthorized" || error.reason === "rejected";
  throw fieldError(aboutCredentials ? "credentials" : "url", error.reason, error.message);
}
