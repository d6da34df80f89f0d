import { z } from "zod";
import type { oas31 } from "zod-openapi";
import type { PublishedEvent } from "@/server/api/published-event";

const header = (name: string, description: string, example: string): oas31.ParameterObject => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

const HEADERS: oas31.ParameterObject[] = [
  header(
    "webhook-id",
    "The id of the event, the same in every attempt: ignore an id that you have handled.",
    "msg_01k9zq0v7k3t5m8w2x4y6z0a1b",
  ),
  header("webhook-timestamp", "Time of the attempt in seconds since 1970.", "1795162500"),
  header(
    "webhook-signature",
    "Signatures by the Standard Webhooks specification, separated by spaces: two while a secret rotates.",
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ),
];

/** Returns the `webhooks` section of the OpenAPI document: one operation, which the receiver offers, for each event. */
export const eventOperations = (events: readonly PublishedEvent[]): Record<string, oas31.PathItemObject> =>
  Object.fromEntries(events.map((event) => [event.name, { post: operationOf(event) }]));

const operationOf = (event: PublishedEvent): oas31.OperationObject => ({
  operationId: `events.${event.name}`,
  summary: event.summary,
  description: event.description,
  tags: [event.tag],
  // The signature authenticates the service; the receiver asks for no credential.
  security: [],
  parameters: HEADERS,
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: schemaOf(event.schema),
        ...(event.example === undefined ? {} : { example: event.example }),
      },
    },
  },
  responses: {
    "204": { description: "Taken. Every status of 200 to 299 counts; redirects are not followed." },
    "410": { description: "The endpoint is gone: it is disabled, and nothing more is sent." },
    default: { description: "Not taken: the event is sent again, ten times over three days." },
  },
});

/** Returns a schema as the document holds it. */
function schemaOf(schema: z.ZodType): oas31.SchemaObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12", io: "output" });
  return rest as oas31.SchemaObject;
}
