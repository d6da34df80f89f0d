import { addClient, listClients, removeClient } from "@/server/usecases/grants/clients";
import { command, flag, list, required } from "./command";

export const oauthClients = [
  command(
    "oauth-client add",
    "Registers an application that people may let act for them; its secret, if it gets one, is shown this once",
    { name: required("NAME"), "redirect-uris": required("URI,URI"), confidential: flag },
    async ({ services }, { name, "redirect-uris": uris, confidential }) => {
      const { id, secret } = await addClient(services, { name, redirectUris: list(uris), confidential });
      return { client_id: id, ...(secret === null ? {} : { client_secret: secret }) };
    },
  ),
  command(
    "oauth-client list",
    "Lists the registered applications, newest first",
    {},
    async ({ services }) => ({
      data: (await listClients(services)).map((client) => ({
        client_id: client.id,
        name: client.name,
        redirect_uris: client.redirectUris,
        confidential: client.secretHash !== null,
        created_at: client.createdAt,
        removed_at: client.removedAt,
      })),
    }),
  ),
  command(
    "oauth-client remove",
    "Takes an application off the register and ends every access it was given",
    { id: required("ID") },
    async ({ services }, { id }) => {
      const { ended } = await removeClient(services, id);
      return { client_id: id, removed: true, ended_grants: ended };
    },
  ),
];
