import { z } from "zod";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
// Schemes that browsers act on themselves. A private-use scheme is a reversed domain name or an application's own
// name.
const NEVER: ReadonlySet<string> = new Set([
  "about:",
  "blob:",
  "data:",
  "file:",
  "ftp:",
  "javascript:",
  "vbscript:",
  "ws:",
  "wss:",
]);
const MAX_URI_LENGTH = 2_000;

/** The target of a redirect, in the parts that a person can check. */
export interface RedirectTarget {
  /** A host on the web, this computer, or an application with its own scheme. */
  readonly kind: "web" | "this_computer" | "application";
  /** The host with its port, or the scheme. */
  readonly name: string;
}

/** Returns the target of a redirect address; null when no application may be redirected there. */
export function redirectTarget(uri: string): RedirectTarget | null {
  if (uri.length > MAX_URI_LENGTH || !URL.canParse(uri) || /[\s#\\]/.test(uri)) return null;
  const { protocol, hostname, host, username, password } = new URL(uri);
  if (username !== "" || password !== "" || NEVER.has(protocol)) return null;
  if (protocol === "https:") return LOOPBACK.has(hostname) ? null : { kind: "web", name: host };
  if (protocol === "http:") return LOOPBACK.has(hostname) ? { kind: "this_computer", name: hostname } : null;
  return { kind: "application", name: protocol.slice(0, -1) };
}

/**
 * A redirect address that an application may register: https, http on this computer only, or a private-use scheme.
 */
export const RedirectUri = z
  .string()
  .refine(
    (uri) => redirectTarget(uri) !== null,
    "write an https address, an http address of this computer, or one of the application's own scheme; no fragment",
  );
