const NAME = "pricecheck.link";
const FORM = /^[\w-]{43}$/;

/** The cookie that keeps the code of an identity which waits for proof: in this browser alone, out of reach of scripts. */
export function linkCookie(publicUrl: string, code: string, lifetimeMs: number): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${code}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(lifetimeMs / 1_000)}${secure}`;
}

/** Reads the code out of a Cookie header; null where there is none. */
export function readLinkCookie(header: string | null): string | null {
  for (const part of (header ?? "").split(";")) {
    const [name, value] = part.trim().split("=");
    if (name === NAME && value && FORM.test(value)) return value;
  }
  return null;
}
