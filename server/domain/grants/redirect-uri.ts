import { z } from "zod";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
// A private-use scheme is a reversed domain name or an application's own; those a browser acts upon itself are neither.
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

/** Where an answer is sent, in the parts a person can evaluate. */
export interface RedirectTarget {
  /** A host name of the web, this very computer, or an application that answers a scheme of its own. */
  readonly kind: "web" | "this_computer" | "application";
  /** The host with its port, or the scheme. */
  readonly name: string;
}

/** What a redirect address leads to; null where no application may be answered there. */
export function redirectTarget(uri: string): RedirectTarget | null {
  if (uri.length > MAX_URI_LENGTH || !URL.canParse(uri) || /[\s#\\]/.test(uri)) return null;
  const { protocol, hostname, host, username, password } = new URL(uri);
  if (username !== "" || password !== "" || NEVER.has(protocol)) return null;
  if (protocol === "https:") return LOOPBACK.has(hostname) ? null : { kind: "web", name: host };
  if (protocol === "http:") return LOOPBACK.has(hostname) ? { kind: "this_computer", name: hostname } : null;
  return { kind: "application", name: protocol.slice(0, -1) };
}

/** A redirect address an application may register: https, http on this computer alone, or a scheme of its own. */
export const RedirectUri = z
  .string()
  .refine(
    (uri) => redirectTarget(uri) !== null,
    "write an https address, an http address of this computer, or one of the application's own scheme; no fragment",
  );
