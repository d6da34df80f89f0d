import { z } from "zod";
import type { DeliveryRow } from "@/server/db/webhooks/deliveries";
import type { EndpointRow } from "@/server/db/webhooks/endpoints";
import { DELIVERY_STATUSES, DISABLED_REASONS, ENDPOINT_STATUSES } from "@/server/domain/webhooks/delivery";
import { CHOSEN_KINDS } from "@/server/domain/webhooks/event-kinds";
import { payloadOf } from "@/server/domain/webhooks/payload";
import type { EndpointWithSecret } from "@/server/usecases/webhooks/create";
import { Timestamp } from "../scalars";
import { exampleEvent } from "./event-schemas";

export const Url = z.string().meta({
  description: "An https address. It must not lead to a private network.",
  example: "https://hooks.example.com/pricecheck",
});

export const Description = z.string().nullish().meta({ description: "A name for people." });

export const EventKinds = z.array(z.enum(CHOSEN_KINDS)).optional().meta({
  description:
    "The kinds of event that the endpoint receives; empty or absent: every kind, new kinds included.",
});

export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    event_kinds: z.array(z.string()).meta({ description: "Empty: every kind, new kinds included." }),
    status: z.enum(ENDPOINT_STATUSES),
    disabled: z
      .object({ reason: z.enum(DISABLED_REASONS), at: Timestamp })
      .nullable()
      .meta({ description: "Why and since when nothing is sent; null while it is enabled." }),
    last_number: z.number().int().meta({
      description:
        "The number of the latest event; 0 before the first. A receiver that has all numbers up to it lost nothing.",
    }),
    previous_secret_until: Timestamp.nullable().meta({
      description: "Until when deliveries also carry the signature by the secret before the last rotation.",
    }),
    last_success_at: Timestamp.nullable(),
    failing_since: Timestamp.nullable().meta({
      description: "The first failed attempt since the last success; null if the last attempt succeeded.",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Webhook" });

/** Builds the response for an endpoint, without its secrets. */
export const presentWebhook = (row: EndpointRow, nowMs: number): z.input<typeof Webhook> => ({
  id: row.id,
  url: row.url,
  description: row.description,
  event_kinds: [...row.kinds],
  status: row.status,
  disabled:
    row.disabledReason && row.disabledAt
      ? { reason: row.disabledReason, at: row.disabledAt.toISOString() }
      : null,
  last_number: Number(row.nextNumber) - 1,
  previous_secret_until:
    row.previousSecretUntil && row.previousSecretUntil.getTime() > nowMs
      ? row.previousSecretUntil.toISOString()
      : null,
  last_success_at: row.succeededAt?.toISOString() ?? null,
  failing_since: row.failingSince?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const exampleWebhook = {
  id: "whk_01k9zq0v7k3t5m8w2x4y6z0a1b",
  url: "https://hooks.example.com/pricecheck",
  description: "Warehouse",
  event_kinds: ["run.finished", "recommendation.applied"],
  status: "enabled",
  disabled: null,
  last_number: 1042,
  previous_secret_until: null,
  last_success_at: "2026-11-20T08:15:00.480Z",
  failing_since: null,
  created_at: "2026-11-02T09:30:00.000Z",
  updated_at: "2026-11-02T09:30:00.000Z",
} as const;

/** The only responses that contain the secret: to the creation of an endpoint and to its rotation. */
export const WebhookWithSecret = z.object({
  ok: z.literal(true),
  webhook: Webhook,
  secret: z.string().meta({ description: "Shown this once: `whsec_` and the key in base64." }),
});

/** Builds the response with the secret. */
export const presentWithSecret = (
  { row, secret }: EndpointWithSecret,
  nowMs: number,
): z.input<typeof WebhookWithSecret> => ({ ok: true, webhook: presentWebhook(row, nowMs), secret });

export const exampleWithSecret = {
  ok: true,
  webhook: exampleWebhook,
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
} as const;

export const Delivery = z
  .object({
    id: z.string(),
    webhook_id: z.string(),
    message_id: z.string().meta({ description: "The header `webhook-id` of every attempt." }),
    number: z.number().int(),
    kind: z.string().meta({
      description:
        "The kind of the event; after a change of version it may be one that this version does not list.",
    }),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.number().int().meta({ description: "Attempts since the dispatch or the last replay." }),
    replays: z.number().int(),
    next_attempt_at: Timestamp.nullable(),
    last_attempt_at: Timestamp.nullable(),
    response: z
      .object({ status: z.number().int(), body: z.string().nullable() })
      .nullable()
      .meta({ description: "The last answer, with the first 1,000 bytes of its body; null if none came." }),
    error: z.string().nullable(),
    took_ms: z.number().int().nullable(),
    payload: z.string().meta({ description: "The body, byte by byte as it is sent and signed." }),
    created_at: Timestamp,
    ended_at: Timestamp.nullable(),
  })
  .meta({ id: "WebhookDelivery" });

/** Builds the response for a delivery. */
export function presentDelivery(row: DeliveryRow): z.input<typeof Delivery> {
  const { kind, number, eventAt, data, workspaceId } = row;
  return {
    id: row.id,
    webhook_id: row.endpointId,
    message_id: row.eventId,
    number: Number(number),
    kind,
    status: row.status,
    attempts: row.attempts,
    replays: row.replays,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    last_attempt_at: row.lastAttemptAt?.toISOString() ?? null,
    response: row.responseStatus === null ? null : { status: row.responseStatus, body: row.responseBody },
    error: row.error,
    took_ms: row.tookMs,
    payload: payloadOf({ kind, at: eventAt, number, workspaceId, data }),
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

export const exampleDelivery = {
  id: "dlv_01k9zq0v7k3t5m8w2x4y6z0a1b",
  webhook_id: exampleWebhook.id,
  message_id: "msg_01k9zq0v7k3t5m8w2x4y6z0a1b",
  number: 1042,
  kind: "recommendation.decided",
  status: "delivered",
  attempts: 1,
  replays: 0,
  next_attempt_at: null,
  last_attempt_at: "2026-11-20T08:15:00.310Z",
  response: { status: 204, body: null },
  error: null,
  took_ms: 84,
  payload: JSON.stringify(exampleEvent),
  created_at: "2026-11-20T08:15:00.200Z",
  ended_at: "2026-11-20T08:15:00.310Z",
} as const;
