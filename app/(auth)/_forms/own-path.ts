const ANYWHERE = "http://own.invalid";

/** Returns the path, query and fragment of an untrusted address if it lies on this site; otherwise "/". */
export function ownPath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, ANYWHERE)) return "/";
  const { origin, pathname, search, hash } = new URL(wanted, ANYWHERE);
  return origin === ANYWHERE ? pathname + search + hash : "/";
}
