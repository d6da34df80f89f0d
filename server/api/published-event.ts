import type { z } from "zod";

/** An event that the service sends to receivers, as the OpenAPI document describes it under `webhooks`. */
export interface PublishedEvent {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  /** The schema of the body. */
  readonly schema: z.ZodType;
  readonly example?: unknown;
}
