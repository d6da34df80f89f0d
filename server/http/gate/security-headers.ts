/** A browser that was here once comes by https alone for so long, in seconds. */
const HTTPS_ONLY_SECONDS = 365 * 24 * 60 * 60;

/**
 * Headers that every answer of this service carries, whatever it is.
 * @param publicUrl over https, browsers are told to come back over nothing else
 */
export const securityHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  "x-content-type-options": "nosniff",
  ...(publicUrl.startsWith("https:") ? { "strict-transport-security": `max-age=${HTTPS_ONLY_SECONDS}` } : {}),
});

/**
 * The content security policy of the pages: scripts are run from this origin, and those within a page where they carry
 * the nonce of this very answer. What an injected script could still do is bounded by the rest: nothing is loaded
 * from, sent to, framed by or posted to another origin.
 * @param nonce random, and never used for a second answer
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
