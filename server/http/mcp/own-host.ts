import { hostHeaderValidationResponse, originValidationResponse } from "@modelcontextprotocol/server";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The host names this installation is known by; on a machine of its own those are interchangeable. */
function ownHosts(publicUrl: string): string[] {
  const { hostname } = new URL(publicUrl);
  return LOOPBACK.includes(hostname) ? LOOPBACK : [hostname];
}

/**
 * Refuses, with 403, requests that a page of another site sends or that arrive under another host name, so that no
 * page can speak to a service in the visitor's network by changing what its own name points to. A request without an
 * Origin comes from no browser.
 */
export function foreignHostRefusal(publicUrl: string): (request: Request) => Response | undefined {
  const hosts = ownHosts(publicUrl);
  return (request) =>
    hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, hosts);
}
