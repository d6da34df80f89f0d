import { get } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LoopbackServer, serveLoopback } from "@/server/testing/loopback-server";
import { TEST_SETTINGS } from "@/server/testing/settings";
import type { HttpResponse } from "./message";
import { nodeAdapter } from "./node-adapter";

const LONG = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, title: "Grüne Lampe" })));
const JSON_TYPE = { "content-type": "application/json" };

async function* pieces(): AsyncGenerator<string> {
  yield LONG;
}
const answers: Readonly<Record<string, HttpResponse>> = {
  "/long": { status: 200, headers: JSON_TYPE, body: LONG },
  "/short": { status: 200, headers: JSON_TYPE, body: "{}" },
  "/text": { status: 200, headers: { "content-type": "text/csv" }, body: LONG },
  "/stream": { status: 200, headers: JSON_TYPE, body: pieces() },
  "/varied": { status: 200, headers: { ...JSON_TYPE, vary: "cookie" }, body: LONG },
};

let server: LoopbackServer;
let port: number;
beforeAll(async () => {
  const log = {
    error: () => undefined,
    warn: () => undefined,
    info: () => undefined,
    debug: () => undefined,
  };
  const handle = async ({ url }: { url: string }) => answers[url] ?? { status: 404, headers: {}, body: null };
  const respond = nodeAdapter(handle, { log, settings: TEST_SETTINGS });
  server = await serveLoopback((incoming, response) => void respond(incoming, response));
  port = server.port;
});
afterAll(() => server.close());

const ask = (path: string, accepted?: string) =>
  new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
    get({ port, path, headers, host: "127.0.0.1" }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => resolve({ headers: response.headers, bytes: Buffer.concat(parts) }));
    }).on("error", reject);
  });

it.each(["gzip", "deflate, gzip;q=0.5, br"])(
  "sends long JSON compressed to a client that accepts %s",
  async (accepted) => {
    const { headers, bytes } = await ask("/long", accepted);
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    expect(headers["content-length"]).toBe(String(bytes.length));
    expect(gunzipSync(bytes).toString()).toBe(LONG);
    expect(bytes.length).toBeLessThan(LONG.length / 5);
  },
);

it.each([undefined, "br", "gzip;q=0", "identity"])(
  "sends it plainly where %s is accepted",
  async (accepted) => {
    const { headers, bytes } = await ask("/long", accepted);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["vary"]).toBe("accept-encoding");
    expect(bytes.toString()).toBe(LONG);
  },
);

it("leaves short answers, other types and streams as they are, and adds to what varies", async () => {
  for (const path of ["/short", "/text", "/stream"])
    expect((await ask(path, "gzip")).headers["content-encoding"]).toBeUndefined();
  expect((await ask("/varied", "gzip")).headers["vary"]).toBe("cookie, accept-encoding");
});
