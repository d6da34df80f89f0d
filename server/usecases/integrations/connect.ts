import { z } from "zod";
import { type IntegrationRow, findConnected, insertIntegration, queueSync } from "@/server/db/integrations";
import { findWorkspace } from "@/server/db/memberships";
import { addJob } from "@/server/db/queue";
import { sealSecret } from "@/server/db/secrets";
import { isUniqueViolation } from "@/server/db/trouble";
import { isCurrency } from "@/server/domain/currency";
import { DomainError } from "@/server/domain/errors";
import {
  STORE_KINDS,
  StoreError,
  type StoreConnection,
  type StoreKind,
  storeWords,
} from "@/server/stores/port";
import { connectorFor } from "@/server/stores/registry";
import { sandboxKey, sandboxUrl } from "@/server/stores/sandbox/access";
import { checked, fieldError } from "../accounts/fields";
import { type Acting, change, read, requireLive } from "../acting";
import { recordChange } from "../audit";

/** What a person gives to connect a store; address and credentials may be left out for the sandbox alone. */
export const ConnectRequest = z.object({
  kind: z.enum(STORE_KINDS, `choose a kind of store: ${STORE_KINDS.join(", ")}`),
  url: z.string().trim().max(2_000).optional(),
  credentials: z.record(z.string(), z.unknown()).optional(),
});

export interface Connected {
  readonly row: IntegrationRow;
  /** What the store lacks that is not needed, in words. */
  readonly notices: readonly string[];
}

const NAME_SHOWN = 200;

/**
 * Connects a store after it was signed in to and found to have all that is needed, and asks for its first sync. A
 * workspace has one connected store.
 * @throws DomainError validation_error naming `url` or `credentials`; conflict while a store is connected; plan_limit in
 * a suspended workspace
 */
export async function connectStore(
  acting: Acting,
  input: z.input<typeof ConnectRequest>,
): Promise<Connected> {
  const { services, tenant } = acting;
  const { kind, ...given } = checked(ConnectRequest, input);
  if (await read(acting, (tx) => findConnected(tx))) throw alreadyConnected();
  requireLive(acting);
  const connection = await connectionOf(acting, kind, given);
  const identity = await connectorFor(kind).test(connection).catch(explain);
  const id = services.newId("integration");
  const place = { table: "integrations", row: id, workspaceId: tenant.workspaceId };
  const secret = sealSecret(services.settings.encryptionKey, place, JSON.stringify(connection.credentials));
  const { currency } = identity;
  if (!isCurrency(currency))
    throw fieldError("url", "currency", "The store sells in a currency that we do not know.");
  const name = storeWords(identity.name, NAME_SHOWN);
  try {
    return await change(acting, async (tx) => {
      const connectedAt = new Date(services.now());
      await insertIntegration(tx, { id, kind, name, url: connection.url, secret, currency, connectedAt });
      await queueSync(tx, id);
      await addJob(tx, "sync", { v: 1, workspaceId: tenant.workspaceId, id });
      await recordChange(acting, tx, {
        action: "store.connect",
        subject: id,
        after: { kind, url: connection.url },
      });
      const row = await findConnected(tx);
      if (!row) throw new Error("the connection just made is not there");
      return { row, notices: identity.notices };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw alreadyConnected();
    throw error;
  }
}

const alreadyConnected = (): DomainError =>
  new DomainError("conflict", "A store is connected already; disconnect it first.", {
    current_status: "connected",
  });

async function connectionOf(
  acting: Acting,
  kind: StoreKind,
  { url, credentials }: { url?: string | undefined; credentials?: Record<string, unknown> | undefined },
): Promise<StoreConnection> {
  const { services } = acting;
  const { allowPrivateStores, storeTimeoutMs: timeoutMs } = services.settings;
  if (kind === "sandbox" && !url) return ownSandbox(acting);
  if (!url) throw fieldError("url", "required", "Write the store's address.");
  const parsed = connectorFor(kind).credentials.safeParse(credentials ?? {});
  if (parsed.success) return { url, credentials: parsed.data, allowPrivate: allowPrivateStores, timeoutMs };
  throw new DomainError("validation_error", "The credentials are not complete.", {
    issues: parsed.error.issues.flatMap((issue) => {
      const { path, code, message } = issue;
      return [{ path: ["credentials", ...path.map(String)].join("."), code, message }];
    }),
  });
}

/** This installation's own sandbox store, in the currency of the workspace. */
async function ownSandbox(acting: Acting): Promise<StoreConnection> {
  const { services, tenant } = acting;
  const { sandbox, settings } = services;
  if (!sandbox)
    throw fieldError("kind", "unavailable", "This installation runs no sandbox store; give its address.");
  const currency = (await read(acting, findWorkspace))?.currency;
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
