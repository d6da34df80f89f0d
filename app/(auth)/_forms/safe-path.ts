const ANYWHERE = "http://own.invalid";

/** Returns the path, query and fragment of an untrusted address if it lies on this site; otherwise "/". */
export function ownPath(address: string | null | undefined): string {
  if (!address?.startsWith("/") || !URL.canParse(address, ANYWHERE)) return "/";
  const { origin, pathname, search, hash } = new URL(address, ANYWHERE);
  // "/.//other.example" is this site's by its origin, and another one's as the address that is left of it.
  return origin === ANYWHERE && !pathname.startsWith("//") ? pathname + search + hash : "/";
}
