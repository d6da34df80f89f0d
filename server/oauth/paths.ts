/** Paths of the authorization server. */
export const ROUTES = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  revocation: "/oauth/revoke",
  jwks: "/oauth/jwks",
} as const;

/** Path of the consent page; the cookie that binds a request to its browser is sent below this path only. */
export const CONSENT_PREFIX = "/oauth/consent";

const CONSENT_CALL = new RegExp(`^${CONSENT_PREFIX}/([\\w-]{8,64})/(request|decision)$`);

/**
 * Parses the path of a consent page's call: the id of its authorization request and the action; null for any other
 * path.
 */
export function parseConsentPath(path: string): { id: string; action: "request" | "decision" } | null {
  const [, id, action] = CONSENT_CALL.exec(path) ?? [];
  if (id === undefined) return null;
  return { id, action: action === "decision" ? "decision" : "request" };
}
