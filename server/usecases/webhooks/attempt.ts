import { Webhook } from "standardwebhooks";
import type { AttemptRecord, DueDelivery, LeasedEndpoint } from "@/server/db/webhooks/sending";
import { SECOND_MS } from "@/server/domain/durations";
import { readable } from "@/server/domain/text";
import { payloadOf } from "@/server/domain/webhooks/payload";
import type { guardedPost } from "@/server/outbound/guarded-post";
import type { Services } from "../services";
import type { Settings } from "../settings";
import { allowedPorts } from "./address";
import { signingSecrets } from "./secret";

/** Time limit of one attempt in milliseconds, from the name's resolution to the end of the answer. */
export const ATTEMPT_TIMEOUT_MS = 15 * SECOND_MS;
/** Size of an answer's beginning that the log stores, in bytes. */
const STORED_BYTES = 1_000;

/** The function that sends a request; tests replace the resolution of names. */
export type Post = typeof guardedPost;

/**
 * Sends a delivery once, signed with every secret that is valid now. A failure of the receiver never throws. Every
 * attempt has the same `webhook-id` and the same body, and the time of the attempt as `webhook-timestamp`.
 */
export async function attemptDelivery(
  services: Services,
  workspaceId: string,
  endpoint: LeasedEndpoint,
  delivery: DueDelivery,
  post: Post,
): Promise<AttemptRecord> {
  const { settings } = services;
  const at = new Date(services.now());
  const { kind, eventAt, number, data } = delivery;
  const body = payloadOf({ kind, at: eventAt, number, workspaceId, data });
  const headers = signedHeaders(settings, { workspaceId, endpoint, messageId: delivery.eventId, body, at });
  const begun = performance.now();
  const answer = await post(endpoint.url, {
    headers,
    body,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
    maxBytes: STORED_BYTES,
    ports: allowedPorts(endpoint.url, settings),
    allowPrivate: settings.allowPrivateWebhooks,
  });
  const tookMs = Math.round(performance.now() - begun);
  if (!answer.ok) return { at, status: null, body: null, error: answer.message, tookMs };
  const { status } = answer;
  const accepted = status >= 200 && status <= 299;
  const error = accepted ? null : `The receiver answered ${status}.`;
  return { at, status, body: readable(answer.body).replaceAll("\uFFFD", "") || null, error, tookMs };
}

interface Message {
  readonly workspaceId: string;
  readonly endpoint: LeasedEndpoint;
  readonly messageId: string;
  readonly body: string;
  readonly at: Date;
}

/** Returns the headers of an attempt by the Standard Webhooks specification; signatures are separated by a space. */
function signedHeaders(
  settings: Settings,
  { workspaceId, endpoint, messageId, body, at }: Message,
): Record<string, string> {
  const secrets = signingSecrets(settings, endpoint, workspaceId, at.getTime());
  return {
    "content-type": "application/json",
    "user-agent": `Pricecheck/1.0 (+${settings.publicUrl}/reference)`,
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(at.getTime() / SECOND_MS)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(" "),
  };
}
