import { hostHeaderValidationResponse, originValidationResponse } from "@modelcontextprotocol/server";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Returns the host names of this installation; the loopback names are interchangeable. */
function ownHosts(publicUrl: string): string[] {
  const { hostname } = new URL(publicUrl);
  return LOOPBACK.includes(hostname) ? LOOPBACK : [hostname];
}

/**
 * Refuses, with 403, requests from pages of another site and requests to another host name. This prevents DNS
 * rebinding: a page could otherwise reach a service in the visitor's network by changing the address of its own name.
 * A request without an Origin does not come from a browser.
 */
export function foreignHostRefusal(publicUrl: string): (request: Request) => Response | undefined {
  const hosts = ownHosts(publicUrl);
  return (request) =>
    hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, hosts);
}
