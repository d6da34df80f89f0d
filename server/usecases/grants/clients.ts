import { randomBytes } from "node:crypto";
import { z } from "zod";
import { hashToken, mintToken } from "@/server/credentials/token";
import {
  type ClientRow,
  findClient,
  grantsOfClient,
  insertClient,
  listClients as listClientRows,
  removeClientRow,
} from "@/server/db/oauth/clients";
import { DomainError } from "@/server/domain/errors";
import { RedirectUri } from "@/server/domain/grants/redirect-uri";
import { checked } from "../input";
import type { Services } from "../services";
import { endGrantAutomatically } from "./end-automatically";

const Registration = z.object({
  name: z.string().trim().min(1, "give the application a name").max(100),
  redirectUris: z.array(RedirectUri).min(1, "name at least one redirect address").max(20),
});

/**
 * Registers an application that cannot publish a client metadata document of its own. A confidential one gets a
 * secret, which is returned once.
 * @throws DomainError validation_error
 */
export async function addClient(
  services: Services,
  registration: {
    readonly name: string;
    readonly redirectUris: readonly string[];
    readonly confidential: boolean;
  },
): Promise<{ id: string; secret: string | null }> {
  const { name, redirectUris } = checked(Registration, registration);
  const id = services.newId("client");
  const secret = registration.confidential ? mintToken(randomBytes(32), "client") : null;
  await insertClient(services.db, {
    id,
    name,
    redirectUris,
    secretHash: secret === null ? null : Buffer.from(hashToken(secret)),
    createdAt: new Date(services.now()),
  });
  return { id, secret };
}

/** Lists the registered applications, newest first, including removed ones. */
export const listClients = (services: Services): Promise<ClientRow[]> => listClientRows(services.db);

/**
 * Removes an application and ends all its grants.
 * @returns how many grants ended
 * @throws DomainError not_found
 */
export async function removeClient(services: Services, id: string): Promise<{ ended: number }> {
  if (!(await findClient(services.db, id)))
    throw new DomainError("not_found", `There is no application ${id}.`);
  await removeClientRow(services.db, id, new Date(services.now()));
  const grants = await grantsOfClient(services.db, id);
  for (const grant of grants)
    await endGrantAutomatically(services, grant.id, { reason: "client_removed", requestId: null, ip: null });
  return { ended: grants.length };
}
