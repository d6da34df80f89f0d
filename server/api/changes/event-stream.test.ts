import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Change } from "@/server/domain/changes/change";
import { nodeAdapter } from "@/server/http/node-adapter";
import { serveLoopback } from "@/server/testing/loopback-server";
import { TEST_SETTINGS } from "@/server/testing/settings";
import { EventStream } from "./event-stream";

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const LARGE: readonly Change[] = [
  { kind: "recommendation", ids: Array.from({ length: 100 }, (_, n) => `rec_${"x".repeat(26)}${n}`) },
];
/** More than the kernel stores for a connection that is not read. */
const MANY = 20_000;

/** Sends many changes to a client, and returns how many it took until the stream was cut. */
async function sendMany(client: (response: IncomingMessage) => void): Promise<number> {
  let changed: (changes: readonly Change[]) => void = () => undefined;
  let following = true;
  const stream = new EventStream(
    (listener) => {
      changed = listener;
      return () => {
        following = false;
      };
    },
    async () => undefined,
    60_000,
  );
  const respond = async () => ({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: stream,
  });
  const handler = nodeAdapter(respond, { log: quiet, settings: TEST_SETTINGS });
  const server = await serveLoopback((incoming, response) => void handler(incoming, response));
  const sent = request({ port: server.port, host: "127.0.0.1", agent: false }, client)
    .on("error", () => undefined)
    .end();
  await once(sent, "response");
  let count = 0;
  while (following && count < MANY) {
    changed(LARGE);
    count += 1;
    await turn();
  }
  sent.destroy();
  await server.close();
  return count;
}

it("cuts a reader that does not read, instead of storing what it has not read", async () => {
  expect(await sendMany((response) => response.on("error", () => undefined).pause())).toBeLessThan(MANY);
});

it("does not cut one that reads", async () => {
  expect(await sendMany((response) => response.on("error", () => undefined).resume())).toBe(MANY);
});
