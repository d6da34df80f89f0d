import { z } from "zod";
import { followChanges } from "@/server/usecases/changes/follow";
import { query } from "../pipeline";
import { StreamedResponse } from "../streamed-response";
import { EventStream } from "./event-stream";

const HEADERS = {
  "content-type": "text/event-stream",
  // Nginx stores an answer before it passes it on, unless this header is there.
  "x-accel-buffering": "no",
  // The connection is closed with the stream, so that a process that stops does not wait for another request on it.
  connection: "close",
};

export const stream = query(
  {
    scope: "recommendations:read",
    summary: "Follow which rows of the workspace change",
    input: z.object({}),
    output: z.instanceof(StreamedResponse),
    download: "/changes",
  },
  async ({ context, recheck }) =>
    new StreamedResponse(
      HEADERS,
      new EventStream(await followChanges(context), recheck, context.services.settings.heartbeatMs),
    ),
);
