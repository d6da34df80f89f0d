/** Where the authorization server answers. */
export const ROUTES = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  revocation: "/oauth/revoke",
  jwks: "/oauth/jwks",
} as const;

/** Where people decide; the cookie that ties a request to its browser is sent below it alone. */
export const CONSENT_PREFIX = "/oauth/consent";

const CONSENT_CALL = new RegExp(`^${CONSENT_PREFIX}/([\\w-]{8,64})/(request|decision)$`);

/** The request a call of the consent page is about, and what it wants of it; null for every other path. */
export function consentCall(path: string): { id: string; what: "request" | "decision" } | null {
  const [, id, what] = CONSENT_CALL.exec(path) ?? [];
  if (id === undefined) return null;
  return { id, what: what === "decision" ? "decision" : "request" };
}
