const ANYWHERE = "http://own.invalid";

/** A path of this site out of an address somebody may have tampered with; the first page where it is none. */
export function ownPath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, ANYWHERE)) return "/";
  const { origin, pathname, search, hash } = new URL(wanted, ANYWHERE);
  return origin === ANYWHERE ? pathname + search + hash : "/";
}
