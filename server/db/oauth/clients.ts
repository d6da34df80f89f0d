import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import { type Tenant, tenantOf } from "../database/tenant";

/** An application that the operator registered; without a secret's hash it is a public client. */
export interface ClientRow {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly secretHash: Uint8Array | null;
  readonly createdAt: Date;
  readonly removedAt: Date | null;
}

export interface NewClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly secretHash: Uint8Array<ArrayBuffer> | null;
  readonly createdAt: Date;
}

/** Registers an application. */
export async function insertClient(db: Database, client: NewClient): Promise<void> {
  await db.prisma.oauthClient.create({ data: { ...client, redirectUris: [...client.redirectUris] } });
}

/** Finds a registered application, removed or not; null when it never existed. */
export function findClient(db: Database, id: string): Promise<ClientRow | null> {
  return db.prisma.oauthClient.findUnique({ where: { id } });
}

/** Returns every registered application, newest first. */
export function listClients(db: Database): Promise<ClientRow[]> {
  return db.prisma.oauthClient.findMany({ orderBy: { id: "desc" } });
}

/** Marks an application as removed; false when it was removed before. */
export async function removeClientRow(db: Database, id: string, at: Date): Promise<boolean> {
  const { count } = await db.prisma.oauthClient.updateMany({
    where: { id, removedAt: null },
    data: { removedAt: at },
  });
  return count === 1;
}

/** Returns an application's grants in all workspaces, for the operator who removes it. */
export async function grantsOfClient(
  db: Database,
  clientId: string,
): Promise<{ tenant: Tenant; id: string }[]> {
  const rows = await queryAsSystem<{ workspace_id: string; id: string }>(
    db,
    { name: "oauth_grants_of_client", text: "SELECT workspace_id, id FROM oauth_grants_of_client($1)" },
    [clientId],
  );
  return rows.map((row) => ({ tenant: tenantOf(row.workspace_id), id: row.id }));
}
