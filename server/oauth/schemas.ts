import type { Resource } from "@/server/auth/resources";
import type { GrantBlocker } from "@/server/domain/grants/grant";
import type { RedirectTarget } from "@/server/domain/grants/redirect-uri";
import type { Role, Scope } from "@/server/domain/permissions";
import type { Plan } from "@/server/domain/plan/plans";

/** Content of the consent page. */
export interface ConsentRequest {
  /** Returned with the decision; proves that the page was shown to the person who decides. */
  readonly proof: string;
  readonly client: {
    readonly id: string;
    /** The application's own name; for a registered application, the name the operator gave it. */
    readonly name: string;
    readonly kind: "registered" | "document";
    /** Host of the client metadata document; null for a registered application. */
    readonly host: string | null;
  };
  /** Target of the redirect with the response. */
  readonly redirect: RedirectTarget;
  readonly resources: readonly Resource[];
  readonly scopes: readonly Scope[];
  /** E-mail address of the signed-in person. */
  readonly person: string;
  readonly workspaces: readonly ConsentWorkspace[];
}

export interface ConsentWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly plan: Plan;
  /** Why the workspace cannot be chosen; null if it can. */
  readonly blocker: GrantBlocker | null;
}

/** The decision that the page sends; workspace and scopes are required when it allows access. */
export interface ConsentDecision {
  readonly proof: string;
  readonly allow: boolean;
  readonly workspace_id?: string;
  readonly scopes?: readonly Scope[];
}
