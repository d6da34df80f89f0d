import { z } from "zod";

/** A response that is streamed in its own media type. */
export class StreamedResponse {
  constructor(
    readonly headers: Readonly<Record<string, string>>,
    readonly body: AsyncIterable<string | Uint8Array>,
  ) {}
}

/** Marks, in a generated JSON schema, the part that represents a stream. */
export const STREAMED = "x-streamed";

const Streamed = z.instanceof(StreamedResponse).meta({ override: { [STREAMED]: true } });

/**
 * The output schema of an endpoint that may stream; the OpenAPI document shows its JSON form beside the streamed
 * media types.
 */
export const streamable = <T extends z.ZodType>(json: T) => z.union([json, Streamed]);
