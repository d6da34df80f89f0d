import { lockToken, revokeTokenRow } from "@/server/db/tokens/tokens";
import { notFound } from "@/server/domain/errors";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";

/**
 * Revokes a token; the next request with it is refused. A repeat changes nothing. Also works in a suspended
 * workspace: revoking access is always possible.
 * @throws DomainError not_found
 */
export async function revokeToken(
  context: RequestContext,
  id: string,
): Promise<{ id: string; idempotent: boolean }> {
  return writeTransaction(context, async (tx) => {
    const token = await lockToken(tx, id);
    if (!token) throw notFound("token");
    if (token.revokedAt) return { id, idempotent: true };
    await revokeTokenRow(tx, id, new Date(context.services.now()));
    await recordChange(context, tx, { action: "token.revoke", subject: id, before: { name: token.name } });
    return { id, idempotent: false };
  });
}
