import { connectedStore } from "@/server/db/connections/connections";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { findAsked, receiveGrant, takeState } from "@/server/db/integrations/grants";
import { DomainError } from "@/server/domain/errors";
import { connectorFor, type StoreConnection, StoreError } from "@/server/stores";
import { isSameStore } from "../connections/same-store";
import { buildStoreConnection, parseStoreKind } from "../connections/store";
import type { Services } from "../services";
import { type GrantKey, openGrant, sealGrant, settingsPath, stateHash } from "./grant-secret";
import type { CodeGrant } from "./start-grant";

/** What the browser of a signed-in person brought back from a store's page. */
export interface Returned {
  readonly userId: string;
  /** Whether the person may connect stores in the workspace of the request. */
  readonly mayConnect: boolean;
  readonly query: URLSearchParams;
}

/** A key that is stored until it is used. */
export interface TakenCode {
  readonly grant: string;
  /** The path of the settings page that goes on with it. */
  readonly path: string;
  /** The workspace's connection to that very store, whose former key the store may have ended with this one. */
  readonly connected: string | null;
}

/** A request whose code has come back, and whose state is used. */
interface Taken {
  readonly keyGrant: CodeGrant;
  readonly connection: StoreConnection;
  readonly path: string;
  readonly connected: string | null;
}

/**
 * Exchanges the code that a store led a merchant back with, and stores the key encrypted until the person connects by
 * it. The state counts once, in the session of the person who asked, for the store that was asked; a query that the
 * store did not sign uses nothing up.
 * @throws DomainError bad_request for everything else, and with the store's reason if it gives no key
 */
export async function takeCode(
  services: Services,
  { userId, mayConnect, query }: Returned,
): Promise<TakenCode> {
  const [state = "", workspaceId = "", grantId = ""] = STATE.exec(query.get("state") ?? "") ?? [];
  if (state === "" || !mayConnect) throw unknown();
  const key: GrantKey = { workspaceId, grantId };
  const tenant = tenantOf(workspaceId);
  const by = { id: grantId, userId, stateHash: stateHash(state), at: new Date(services.now()) };
  const taken = await inTenant(services.db, tenant, async (tx) => {
    const asked = await findAsked(tx, by);
    const kind = asked && parseStoreKind(asked.kind);
    const keyGrant = kind && connectorFor(kind).keyGrant;
    if (!asked || !kind || keyGrant?.by !== "code") throw unknown();
    const app = openGrant(services, key, asked.app);
    const connection = buildStoreConnection({ services }, kind, asked.url, app);
    if (!keyGrant.isGenuine(connection, query)) throw unknown();
    if (!(await takeState(tx, by))) throw unknown();
    const store = await connectedStore(tx);
    const isConnected = store?.kind === kind && isSameStore({ services }, kind, [store.url, asked.url]);
    const path = settingsPath(workspaceId, { id: grantId, kind, url: asked.url });
    return { keyGrant, connection, path, connected: isConnected ? store.id : null };
  });
  const credentials = sealGrant(services, key, await exchanged(taken, query));
  const received = { stateHash: by.stateHash, credentials, at: new Date(services.now()) };
  if (!(await inTenant(services.db, tenant, (tx: Tx) => receiveGrant(tx, grantId, received))))
    throw unknown();
  return { grant: grantId, path: taken.path, connected: taken.connected };
}

/** Returns the workspace that a query says it belongs to; null without one. */
export const workspaceOfReturn = (query: URLSearchParams): string | null =>
  STATE.exec(query.get("state") ?? "")?.[1] ?? null;

/** A workspace, a request of it, and what nobody can guess. */
const STATE = /^(\w{1,100})\.(\w{1,100})\.[\w-]{43}$/;

const unknown = (): DomainError =>
  new DomainError(
    "bad_request",
    "The shop's answer does not belong to a request of yours, or it is older than a quarter of an hour. Connect the store again.",
  );

async function exchanged({ keyGrant, connection }: Taken, query: URLSearchParams) {
  try {
    return await keyGrant.exchange(connection, query);
  } catch (error) {
    if (error instanceof StoreError)
      throw new DomainError("bad_request", `${error.message} Connect the store again.`);
    throw error;
  }
}
