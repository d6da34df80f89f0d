import type { Resource } from "@/server/auth/resources";
import type { GrantBlocker } from "@/server/domain/grants/grant";
import type { RedirectTarget } from "@/server/domain/grants/redirect-uri";
import type { Role, Scope } from "@/server/domain/permissions";
import type { Plan } from "@/server/domain/plan/plans";

/** What the consent page shows. */
export interface ConsentRequest {
  /** Goes back with the decision: it proves that the page was shown to the person who decides. */
  readonly proof: string;
  readonly client: {
    readonly id: string;
    /** What it calls itself; for a registered application, what the operator called it. */
    readonly name: string;
    readonly kind: "registered" | "document";
    /** Where its document was fetched from; null for a registered one. */
    readonly host: string | null;
  };
  /** Where the answer goes. */
  readonly redirect: RedirectTarget;
  readonly resources: readonly Resource[];
  readonly scopes: readonly Scope[];
  /** The e-mail address of who is signed in. */
  readonly person: string;
  readonly workspaces: readonly ConsentWorkspace[];
}

export interface ConsentWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly plan: Plan;
  /** Why it cannot be chosen; null where it can. */
  readonly blocker: GrantBlocker | null;
}

/** What the page sends back; workspace and scopes count where it is allowed. */
export interface ConsentDecision {
  readonly proof: string;
  readonly allow: boolean;
  readonly workspace_id?: string;
  readonly scopes?: readonly Scope[];
}
