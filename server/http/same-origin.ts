/** Reads one header; null when it was not sent. */
export type Header = (name: string) => string | null;

/**
 * Whether a call comes from a page of this installation, so that another site cannot use the visitor's sign-in
 * cookie. A read may have no sign of its origin; a change must prove it.
 */
export function isSameOrigin(method: string, header: Header, publicUrl: string): boolean {
  const site = header("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = header("origin");
  if (origin === null) return method === "GET" || site === "same-origin";
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  return host !== null && (host === header("host") || host === new URL(publicUrl).host);
}
