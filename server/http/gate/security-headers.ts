/** How long browsers must use https after a visit, in seconds. */
const HTTPS_ONLY_SECONDS = 365 * 24 * 60 * 60;

/**
 * Returns the headers of every answer of this service.
 * @param publicUrl with https, browsers are told to use https only
 */
export const securityHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  "x-content-type-options": "nosniff",
  ...(publicUrl.startsWith("https:") ? { "strict-transport-security": `max-age=${HTTPS_ONLY_SECONDS}` } : {}),
});

/**
 * Returns the content security policy of the pages: scripts run from this origin, or inline with the nonce of this
 * answer. The rest limits what an injected script could do: nothing is loaded from, sent to, framed by or posted to
 * another origin.
 * @param nonce random, and used for one answer only
 * @param development the development server needs eval and a web socket for hot reloading
 */
export function pagePolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
