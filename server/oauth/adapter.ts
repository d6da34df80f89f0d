import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";
import { hashToken } from "@/server/credentials/token";
import { extendGrant, findGrant } from "@/server/db/grants/grants";
import { findClient } from "@/server/db/oauth/clients";
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  findRecord,
  putRecord,
  RECORD_MODELS,
  type RecordModel,
} from "@/server/db/oauth/records";
import { endGrantAutomatically } from "@/server/usecases/grants/end-automatically";
import type { Services } from "@/server/usecases/services";
import { registeredMetadata } from "./clients";
import type { Library } from "./library";
import type { RequestContexts } from "./request-context";

const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

const isRecordModel = (name: string): name is RecordModel =>
  RECORD_MODELS.some((model) => String(model) === name);

/**
 * The provider's storage in the database. Its sessions are not stored: the product itself signs people in, and no
 * consent outlives its authorization request.
 */
export function databaseAdapter(parts: AdapterParts): AdapterFactory {
  return (name) => {
    if (name === "Grant") return grantAdapter(parts);
    if (name === "Client") return clientAdapter(parts.services);
    return isRecordModel(name) ? recordAdapter(parts, name) : nothing;
  };
}

interface AdapterParts {
  readonly services: Services;
  readonly contexts: RequestContexts;
  readonly library: Library;
}

function recordAdapter(parts: AdapterParts, model: RecordModel): Adapter {
  const { db, now } = parts.services;
  const keyOf = (id: string) => ({ model, idHash: hashToken(id) });
  return {
    ...nothing,
    upsert: async (id, { jti: _secret, ...payload }, expiresIn = 0) => {
      const grantId = payload.grantId ?? null;
      const expiresAt = new Date(now() + expiresIn * 1_000);
      await putRecord(db, { ...keyOf(id), payload, grantId, expiresAt });
      if (grantId !== null && model !== "AuthorizationCode") await extendGrant(db, grantId, expiresAt);
    },
    find: async (id) => {
      const found = await findRecord<AdapterPayload>(db, keyOf(id));
      if (!found) return undefined;
      const consumed = found.consumedAt ? { consumed: seconds(found.consumedAt) } : {};
      return { ...found.payload, ...consumed, jti: id };
    },
    consume: async (id) => {
      if (await consumeRecord(db, keyOf(id), new Date(now()))) return;
      // A concurrent request consumed it first: the provider read the record for both before either was marked.
      const found = await findRecord<AdapterPayload>(db, keyOf(id));
      if (found?.payload.grantId) await endBySecret(parts, found.payload.grantId);
      throw new parts.library.errors.InvalidGrant("it was used before");
    },
    destroy: (id) => deleteRecord(db, keyOf(id)),
    revokeByGrantId: (grantId) => deleteRecordsOfGrant(db, model, grantId),
  };
}

function endBySecret({ services, contexts }: AdapterParts, grantId: string): Promise<void> {
  const context = contexts.getStore();
  return endGrantAutomatically(services, grantId, {
    reason: context?.revoking ? "client" : "reused",
    requestId: context?.requestId ?? null,
    ip: context?.ip ?? null,
  });
}

function grantAdapter(parts: AdapterParts): Adapter {
  return {
    ...nothing,
    find: async (id) => {
      const grant = await findGrant(parts.services.db, id);
      if (!grant || grant.ended_at) return undefined;
      return {
        kind: "Grant",
        jti: id,
        accountId: grant.user_id,
        clientId: grant.client_id,
        resources: Object.fromEntries(grant.resources.map((each) => [each, grant.scopes.join(" ")])),
        iat: seconds(grant.created_at),
        exp: seconds(grant.expires_at),
      };
    },
    destroy: (id) => endBySecret(parts, id),
  };
}

const clientAdapter = (services: Services): Adapter => ({
  ...nothing,
  find: async (id) => {
    const client = id.startsWith("cli_") ? await findClient(services.db, id) : null;
    return client && !client.removedAt ? registeredMetadata(client) : undefined;
  },
});

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);
