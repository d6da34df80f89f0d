const PLAIN = "pricecheck.link";
/** Browsers take a cookie of this name from this very host alone, over https. */
const SECURE = `__Host-${PLAIN}`;
const FORM = /^[\w-]{43}$/;

/** The cookie that keeps the code of an identity which waits for proof: in this browser alone, out of reach of scripts. */
export function linkCookie(publicUrl: string, code: string, lifetimeMs: number): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${nameAt(publicUrl)}=${code}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(lifetimeMs / 1_000)}${secure}`;
}

const nameAt = (publicUrl: string): string => (publicUrl.startsWith("https:") ? SECURE : PLAIN);

/** Reads the code out of a Cookie header; null where there is none. */
export function readLinkCookie(header: string | null, publicUrl: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const [name, value] = part.trim().split("=");
    if (name === nameAt(publicUrl) && value && FORM.test(value)) return value;
  }
  return null;
}
