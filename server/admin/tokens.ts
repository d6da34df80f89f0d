import { workspaceOfToken } from "@/server/db/tokens/tokens";
import { DomainError } from "@/server/domain/errors";
import { checked } from "@/server/usecases/input";
import { memberContext, operatorContext } from "@/server/usecases/operator-context";
import { mintToken, TokenRequest } from "@/server/usecases/tokens/mint";
import { revokeToken } from "@/server/usecases/tokens/revoke";
import { command, list, optional, required } from "./command";

export const tokens = [
  command(
    "token mint",
    "Issues a token that acts for a member; it is shown this once",
    {
      workspace: required("ID"),
      user: required("EMAIL"),
      scopes: required("a,b"),
      name: optional("NAME"),
      expires: optional("ISO-TIME"),
    },
    async ({ services }, { workspace, user, scopes, name, expires }) => {
      const context = await memberContext(services, workspace, user);
      const input = { name: name ?? "Command line", scopes: list(scopes), expires_at: expires ?? null };
      const request = checked(TokenRequest, input);
      // The operator vouches for the person. What the token may do later still depends on their confirmed email
      // address.
      const { token, row } = await mintToken({ ...context, emailConfirmed: true }, request);
      return { token, id: row.id, name: row.name, scopes: row.scopes, expires_at: row.expiresAt };
    },
  ),
  command(
    "token revoke",
    "Ends a token; the next request with it is refused",
    { id: required("ID") },
    async ({ services }, { id }) => {
      const workspace = await workspaceOfToken(services.db, id);
      if (!workspace) throw new DomainError("not_found", `There is no token ${id}.`);
      await revokeToken(await operatorContext(services, workspace), id);
      return { id, revoked: true };
    },
  ),
];
