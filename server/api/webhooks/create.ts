import { z } from "zod";
import { createEndpoint } from "@/server/usecases/webhooks/create";
import { mutation } from "../pipeline";
import {
  Description,
  EventKinds,
  exampleWithSecret,
  presentWithSecret,
  Url,
  WebhookWithSecret,
} from "./schemas";

export const create = mutation(
  {
    method: "POST",
    path: "/webhooks",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Create a webhook; its secret is shown this once",
    description:
      "The endpoint receives the events from now on, each signed by the Standard Webhooks specification and numbered from 1 without a gap.",
    errors: ["plan_limit", "email_not_confirmed"],
    // The secret must not be stored for a replay.
    repeats: "refuse",
    input: z.object({ url: Url, description: Description, event_kinds: EventKinds }),
    output: WebhookWithSecret,
    example: {
      request: {
        url: "https://hooks.example.com/pricecheck",
        description: "Warehouse",
        event_kinds: ["run.finished", "recommendation.applied"],
      },
      response: exampleWithSecret,
    },
    links: { "webhooks.test": { parameter: "webhook_id", from: "/webhook/id" } },
    // Agents do not choose where the workspace's events go.
    mcp: false,
  },
  ({ context, input: { url, description, event_kinds: kinds } }) =>
    createEndpoint(context, { url, description, kinds }),
  presentWithSecret,
);
