import type { Principal } from "@/server/auth/authenticate";
import type { Authority } from "@/server/domain/permissions";

/** The scopes that admit a request; the use case then requires the one of the batch's action, and its roles. */
export const DECIDING = {
  scope: "recommendations:write",
  alternativeScopes: ["recommendations:approve"],
} as const;

export const authorityOf = ({ role, tokenScopes }: Principal): Authority => ({ role, scopes: tokenScopes });
