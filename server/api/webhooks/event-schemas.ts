import { z } from "zod";
import {
  EVENT_KINDS,
  EVENT_TEXTS,
  type EventField,
  type EventKind,
  fieldsOf,
} from "@/server/domain/webhooks/event-kinds";
import type { PublishedEvent } from "../published-event";
import { Timestamp } from "../scalars";

const EXAMPLES: Readonly<Record<string, unknown>> = {
  id: "rec_01k9zq0v7k3t5m8w2x4y6z0a1b",
  status: "approved",
  kind: "price_change",
  item_id: "itm_01k9zq0v7k3t5m8w2x4y6z0a1b",
  run_id: "run_01k9zq0v7k3t5m8w2x4y6z0a1b",
  superseded_by: null,
};

function fieldSchema({ text, type, nullable }: EventField): z.ZodType {
  const schema = { boolean: z.boolean(), integer: z.number().int(), text: z.string() }[type ?? "text"];
  return (nullable ? schema.nullable() : schema).meta({ description: text });
}

/** Returns the schema of the body that an endpoint receives for a kind of event. */
export function eventSchema(kind: EventKind) {
  const fields = Object.entries(fieldsOf(EVENT_TEXTS[kind].subject));
  return z.object({
    type: z.literal(kind),
    timestamp: Timestamp.meta({ description: "When it happened; not when it is sent." }),
    number: z.number().int().min(1).meta({
      description: "Position among the events of this endpoint, from 1 without a gap.",
      example: 1042,
    }),
    workspace_id: z.string(),
    data: z.object(Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)]))),
  });
}

/** The events as the OpenAPI document describes them. */
export const publishedEvents = (): PublishedEvent[] =>
  EVENT_KINDS.map((kind) => ({
    name: kind,
    summary: EVENT_TEXTS[kind].title,
    description: EVENT_TEXTS[kind].sent,
    tag: "Webhooks",
    schema: eventSchema(kind),
    ...(kind === "recommendation.decided" ? { example: exampleEvent } : {}),
  }));

export const exampleEvent = {
  type: "recommendation.decided",
  timestamp: "2026-11-20T08:15:00.000Z",
  number: 1042,
  workspace_id: "ws_01k9zq0v7k3t5m8w2x4y6z0a1b",
  data: EXAMPLES,
} as const;
