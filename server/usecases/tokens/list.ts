import { emailsOf } from "@/server/db/accounts/accounts";
import { listTokenRows, type TokenRow } from "@/server/db/tokens/tokens";
import { type RequestContext, read } from "../request-context";

/** `replaced` still works, until its expiry, beside the token it was rotated to. */
export type TokenState = "active" | "replaced" | "expired" | "revoked";

/** A token as settings show it; `mintedBy` is an e-mail address, null when that person was deleted. */
export interface ListedToken extends TokenRow {
  readonly state: TokenState;
  readonly mintedBy: string | null;
}

/** What a token is at that time (milliseconds since 1970). */
export function tokenState(token: TokenRow, now: number): TokenState {
  if (token.revokedAt) return "revoked";
  if (token.expiresAt && token.expiresAt.getTime() <= now) return "expired";
  return token.rotatedTo ? "replaced" : "active";
}

/** Every token of the workspace, newest first; never a secret. */
export async function listTokens(context: RequestContext): Promise<ListedToken[]> {
  const rows = await read(context, listTokenRows);
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
