const PLAIN = "pricecheck.link";
/** Browsers accept a cookie with this prefix only from the host itself, over https. */
const SECURE = `__Host-${PLAIN}`;
const FORM = /^[\w-]{43}$/;

/** Builds the cookie with the code of a pending identity: in this browser only, hidden from scripts. */
export function linkCookie(publicUrl: string, code: string, lifetimeMs: number): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${nameAt(publicUrl)}=${code}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(lifetimeMs / 1_000)}${secure}`;
}

const nameAt = (publicUrl: string): string => (publicUrl.startsWith("https:") ? SECURE : PLAIN);

/** Reads the code from a Cookie header; null without a well-formed one. */
export function readLinkCookie(header: string | null, publicUrl: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const [name, value] = part.trim().split("=");
    if (name === nameAt(publicUrl) && value && FORM.test(value)) return value;
  }
  return null;
}
