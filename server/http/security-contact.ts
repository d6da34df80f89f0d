import { DAY_MS } from "@/server/domain/durations";
import type { Services } from "@/server/usecases/services";
import type { HttpRequest, HttpResponse } from "./message";

export const SECURITY_CONTACT_PATH = "/.well-known/security.txt";
const VALIDITY_MS = 180 * DAY_MS;

/** `/.well-known/security.txt` by RFC 9116; 404 when the operator configured no contact. */
export function securityContactHandler({
  settings,
  now,
}: Pick<Services, "settings" | "now">): (request: HttpRequest) => Promise<HttpResponse> {
  const { securityContact, publicUrl } = settings;
  const plain = { "content-type": "text/plain; charset=utf-8" };
  return async ({ method }) => {
    if (method !== "GET" && method !== "HEAD")
      return { status: 405, headers: { ...plain, allow: "GET, HEAD" }, body: null };
    if (securityContact === null)
      return { status: 404, headers: plain, body: "The operator named no contact.\n" };
    const body = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(now() + VALIDITY_MS).toISOString()}`,
      "Preferred-Languages: en",
      `Canonical: ${publicUrl}${SECURITY_CONTACT_PATH}`,
      "",
    ].join("\n");
    return { status: 200, headers: plain, body: method === "HEAD" ? null : body };
  };
}
