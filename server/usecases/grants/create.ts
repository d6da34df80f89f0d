import { insertGrant } from "@/server/db/grants/grants";
import { consumeOAuthRecord, type OAuthRecordKey } from "@/server/db/oauth/records";
import { DomainError } from "@/server/domain/errors";
import { grantableScopes, grantBlocker } from "@/server/domain/grants/grant";
import { ROLE_PERMISSIONS, type Role, type Scope } from "@/server/domain/permissions";
import { requireConfirmedEmail } from "../confirmed-email";
import { fieldError } from "../input";
import { lockAsMember } from "../lock-as-member";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

/** The access an application requested and the part of it that a person chose. */
export interface GrantRequest {
  readonly client: { readonly id: string; readonly name: string; readonly kind: "registered" | "document" };
  readonly redirectUri: string;
  /** Identifiers of the requested resources. */
  readonly resources: readonly string[];
  /** Whether the agents' channel (MCP) is among the resources. */
  readonly includesMcp: boolean;
  readonly asked: readonly Scope[];
  readonly chosen: readonly Scope[];
  /** The authorization request; it can be answered once. */
  readonly request: OAuthRecordKey;
  /** When the grant expires if no token is issued for it. */
  readonly expiresAt: Date;
}

/**
 * Grants an application access on behalf of the acting person in the acting workspace, within the scopes that were
 * requested, chosen, and are part of the person's role. Each later request is authorized against their current role.
 * @returns the grant's id
 * @throws DomainError validation_error without a scope, conflict when the request was answered before,
 * email_not_confirmed, plan_limit (the agents' channel on a lower plan, or a workspace that accepts no changes)
 */
export async function createGrant(context: RequestContext, requested: GrantRequest): Promise<string> {
  const { services, actor, role } = context;
  if (actor.kind !== "user" || role === null) throw new Error("only a member can grant access");
  requireScopes(requested, role);
  requireWritableWorkspace(context);
  requireConfirmedEmail(context);
  if (grantBlocker(context, { emailConfirmed: true, includesMcp: requested.includesMcp }) !== null)
    throw new DomainError("plan_limit", "Access for agents needs the Max or Enterprise plan.", {
      limit: "mcp",
      plan: context.plan,
    });
  const id = services.newId("grant");
  const at = new Date(services.now());
  const { client, redirectUri, resources } = requested;
  await writeTransaction(context, async (tx) => {
    // The application may have kept the request open for a while, by which the person's role may have changed.
    const locked = await lockAsMember(context, tx);
    const scopes = requireScopes(requested, locked.role ?? role);
    if (!(await consumeOAuthRecord(tx, requested.request, at)))
      throw new DomainError("conflict", "This request was answered before.");
    await insertGrant(tx, {
      id,
      userId: actor.id,
      clientId: client.id,
      clientName: client.name,
      clientKind: client.kind,
      redirectUri,
      resources,
      scopes,
      createdAt: at,
      expiresAt: requested.expiresAt,
    });
    const after = { client: client.id, name: client.name, redirect_uri: redirectUri, resources, scopes };
    await recordChange(context, tx, { action: "grant.create", subject: id, after });
  });
  return id;
}

function requireScopes({ asked, chosen }: GrantRequest, role: Role): readonly Scope[] {
  const scopes = grantableScopes(asked, chosen, role);
  if (scopes.length > 0) return scopes;
  throw fieldError("scopes", "too_small", "Choose at least one thing the application may do.");
}

/** Returns whether the acting member may list and revoke everyone's grants, or only their own. */
export const canManageAllGrants = (context: RequestContext): boolean =>
  context.role !== null && ROLE_PERMISSIONS[context.role].has("settings:tokens");
