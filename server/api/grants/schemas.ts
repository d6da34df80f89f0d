import { z } from "zod";
import { RESOURCES, resourceNamed } from "@/server/auth/resources";
import { GRANT_ENDS } from "@/server/domain/grants/grant";
import { redirectTarget } from "@/server/domain/grants/redirect-uri";
import { isScope, SCOPES } from "@/server/domain/permissions";
import type { ListedGrant } from "@/server/usecases/grants/list";
import { Timestamp } from "../scalars";

export const Grant = z.object({
  id: z.string(),
  client: z.object({
    name: z.string(),
    /** Registered by the operator, or identified by a client metadata document at the URL that is its id. */
    kind: z.enum(["registered", "document"]),
    /** The host of that URL, which is verified; the name is the application's own statement. */
    host: z.string().nullable(),
  }),
  /** The target of the application's redirects: a host, this computer, or a custom URL scheme. */
  answered_at: z.string().nullable(),
  resources: z.array(z.enum(RESOURCES)),
  scopes: z.array(z.enum(SCOPES)),
  state: z.enum(["active", "expired", "ended"]),
  /** The person the application acts for; null when that person was deleted. */
  person: z.string().nullable(),
  own: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  expires_at: Timestamp,
  ended: z
    .object({ at: Timestamp, by: z.string().nullable(), reason: z.enum(GRANT_ENDS).nullable() })
    .nullable(),
});

/** Builds the response for a grant; it never contains a token. */
export const presentGrant = (row: ListedGrant, publicUrl: string): z.input<typeof Grant> => ({
  id: row.id,
  client: {
    name: row.clientName,
    kind: row.clientKind === "document" ? "document" : "registered",
    host: row.clientKind === "document" && URL.canParse(row.clientId) ? new URL(row.clientId).host : null,
  },
  answered_at: redirectTarget(row.redirectUri)?.name ?? null,
  resources: row.resources.flatMap((each) => resourceNamed(publicUrl, each) ?? []),
  scopes: row.scopes.filter(isScope),
  state: row.state,
  person: row.person,
  own: row.own,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  expires_at: row.expiresAt.toISOString(),
  ended: row.endedAt && {
    at: row.endedAt.toISOString(),
    by: row.endedByEmail,
    reason: GRANT_ENDS.find((each) => each === row.endedReason) ?? null,
  },
});
