import { emailsOf } from "@/server/db/accounts/accounts";
import { listTokenRows, type TokenRow } from "@/server/db/tokens/tokens";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

/** `replaced`: rotated, but valid beside its successor until its expiry. */
export type TokenState = "active" | "replaced" | "expired" | "revoked";

/** A token as settings list it; `mintedBy` is an e-mail address, null when that person was deleted. */
export interface ListedToken extends TokenRow {
  readonly state: TokenState;
  readonly mintedBy: string | null;
}

/**
 * Returns a token's state.
 * @param now in milliseconds since 1970
 */
export function tokenState(token: TokenRow, now: number): TokenState {
  if (token.revokedAt) return "revoked";
  if (token.expiresAt && token.expiresAt.getTime() <= now) return "expired";
  return token.rotatedTo ? "replaced" : "active";
}

/** Lists all tokens of the workspace, newest first, without their secrets. */
export async function listTokens(context: RequestContext): Promise<ListedToken[]> {
  const rows = await readTransaction(context, listTokenRows);
  const emails = await emailsOf(
    context.services.db,
    rows.map((row) => row.userId),
  );
  const now = context.services.now();
  return rows.map((row) => ({
    ...row,
    state: tokenState(row, now),
    mintedBy: emails.get(row.userId) ?? null,
  }));
}
