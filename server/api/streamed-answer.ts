import { z } from "zod";

/** An answer that is written while it is read, in its own media type. */
export class StreamedAnswer {
  constructor(
    readonly headers: Readonly<Record<string, string>>,
    readonly body: AsyncIterable<string | Uint8Array>,
  ) {}
}

/** Marks, in a drawn document, the part of a schema that stands for a stream. */
export const STREAMED = "x-streamed";

const Streamed = z.instanceof(StreamedAnswer).meta({ override: { [STREAMED]: true } });

/** The output of an endpoint that may stream; the document shows its JSON form beside the streamed media types. */
export const streamable = <T extends z.ZodType>(json: T) => z.union([json, Streamed]);
