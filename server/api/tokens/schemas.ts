import { z } from "zod";
import { isScope, SCOPES } from "@/server/domain/permissions";
import type { ListedToken } from "@/server/usecases/tokens/list";
import { Timestamp } from "../scalars";

export const Token = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  state: z.enum(["active", "replaced", "expired", "revoked"]),
  /** The first and last characters, to tell tokens apart. */
  prefix: z.string(),
  last4: z.string(),
  minted_by: z.string().nullable(),
  rotated_to: z.string().nullable(),
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  created_at: Timestamp,
});

/** Builds the response for a token, without its secret. */
export const presentToken = (row: ListedToken): z.input<typeof Token> => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes.filter(isScope),
  state: row.state,
  prefix: row.prefix,
  last4: row.last4,
  minted_by: row.mintedBy,
  rotated_to: row.rotatedTo,
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

/** The only response that contains the token's secret. */
export const MintedToken = z.object({ ok: z.literal(true), id: z.string(), token: z.string() });
