import { HostError, pinHost, type Resolver } from "@/server/outbound/address";
import { readWebAddress } from "@/server/outbound/web-address";
import { fieldError } from "../input";
import type { Settings } from "../settings";

const LOOKUP_MS = 2_000;
const PUBLIC_PORTS = [443, 8443] as const;

/** Returns the ports that a delivery to this address may use. */
export function allowedPorts(address: string, { allowPrivateWebhooks }: Settings): readonly number[] {
  const port = URL.canParse(address) ? Number(new URL(address).port) : 0;
  return allowPrivateWebhooks ? [80, 443, ...(port > 0 ? [port] : [])] : PUBLIC_PORTS;
}

/**
 * Checks an endpoint's address when it is stored: https, a permitted port, and no private network. A name that does
 * not resolve yet is accepted, because every delivery resolves and checks it again.
 * @throws DomainError validation_error on the field `url`
 */
export async function checkAddress(settings: Settings, address: string, resolve?: Resolver): Promise<void> {
  const read = readWebAddress(address, allowedPorts(address, settings));
  if (!read.ok) throw fieldError("url", read.reason, read.message);
  if (settings.allowPrivateWebhooks) return;
  if (read.url.protocol !== "https:")
    throw fieldError("url", "scheme_refused", "The address has to begin with https://.");
  const pinned = pinHost(read.url, { allowPrivate: false, ...(resolve ? { resolve } : {}) });
  try {
    await Promise.race([pinned, new Promise((done) => setTimeout(done, LOOKUP_MS).unref())]);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (error.reason === "not_public") throw fieldError("url", "address_refused", error.message);
  }
}
