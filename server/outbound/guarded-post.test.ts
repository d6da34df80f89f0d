import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { type GuardedPostOptions, guardedPost } from "@/server/outbound/guarded-post";
import { type LoopbackServer, serveLoopback } from "@/server/testing/loopback-server";

const servers: LoopbackServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) void server.close();
});

async function serve(respond: RequestListener): Promise<number> {
  const server = await serveLoopback(respond);
  servers.push(server);
  return server.port;
}

/** Resolves every name to loopback and permits it, as an installation with private addresses allowed does. */
const post = (port: number, path: string, over: Partial<GuardedPostOptions> = {}) =>
  guardedPost(`http://shop.example:${port}${path}`, {
    headers: { "content-type": "application/json" },
    body: '{"price":"12,90 €"}',
    timeoutMs: 3_000,
    maxBytes: 100,
    ports: [port],
    allowPrivate: true,
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    ...over,
  });

/** Answers with the method, path, headers and body of the request. */
const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.once("end", () => {
    const body = Buffer.concat(chunks).toString("utf8");
    const { method, url } = request;
    response.end(JSON.stringify([method, url, request.headers["accept-encoding"], body]));
  });
};

describe("a guarded post", () => {
  it("sends its body once and returns the status with the answer's text", async () => {
    const port = await serve(echo);
    const answer = await post(port, "/hook?a=1");
    expect(answer).toEqual({
      ok: true,
      status: 200,
      body: JSON.stringify(["POST", "/hook?a=1", "identity", '{"price":"12,90 €"}']),
    });
  });

  it.each([204, 307, 404, 410, 500])("returns the status %i as an answer", async (status) => {
    const port = await serve((_request, response) => response.writeHead(status).end());
    expect(await post(port, "/")).toEqual({ ok: true, status, body: "" });
  });

  it("does not follow a redirect", async () => {
    const paths: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(308, { location: "/elsewhere" }).end();
    });
    expect(await post(port, "/hook")).toMatchObject({ ok: true, status: 308 });
    expect(paths).toEqual(["/hook"]);
  });

  it.each([
    ["a private address", ["10.0.0.1"]],
    ["loopback", ["127.0.0.1"]],
    ["a public and a private address", ["93.184.215.14", "192.168.1.1"]],
  ])("refuses a name that resolves to %s, without a connection", async (_what, addresses) => {
    let requests = 0;
    const port = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    const resolve = async () => addresses.map((address) => ({ address, family: 4 as const }));
    expect(await post(port, "/", { allowPrivate: false, resolve })).toMatchObject({
      ok: false,
      reason: "address_refused",
    });
    expect(requests).toBe(0);
  });

  it.each([
    ["ftp://shop.example/", "scheme_refused"],
    ["http://shop.example:22/", "port_refused"],
    ["http://user:secret@shop.example/", "bad_url"],
    ["http://169.254.169.254/latest", "address_refused"],
  ])("refuses the address %s: %s", async (address, reason) => {
    const options = {
      headers: {},
      body: "",
      timeoutMs: 1_000,
      maxBytes: 1,
      ports: [80],
      allowPrivate: false,
    };
    expect(await guardedPost(address, options)).toMatchObject({ ok: false, reason });
  });

  it("cuts an answer that does not end", async () => {
    const port = await serve((_request, response) => {
      const drip = setInterval(() => response.write("x".repeat(1_000)), 1);
      response.once("close", () => clearInterval(drip));
    });
    const answer = await post(port, "/", { maxBytes: 2_500 });
    expect(answer).toEqual({ ok: true, status: 200, body: "x".repeat(2_500) });
  });

  it.each(["headers", "the rest of the body", "a name's address"])(
    "ends at its time limit while it waits for %s",
    async (what) => {
      const port = await serve((_request, response) => {
        if (what !== "headers") response.write("x");
      });
      const waiting = what === "a name's address" ? { resolve: () => new Promise<never>(() => {}) } : {};
      const begun = performance.now();
      expect(await post(port, "/", { timeoutMs: 200, ...waiting })).toEqual({
        ok: false,
        reason: "timeout",
        message: "No whole answer within 200 ms.",
      });
      expect(performance.now() - begun).toBeLessThan(10_000);
    },
  );

  it("reports a connection that breaks", async () => {
    const port = await serve((request) => request.socket.destroy());
    expect(await post(port, "/")).toMatchObject({ ok: false, reason: "network" });
  });

  it("does not accept a header that would change the request", async () => {
    await expect(post(80, "/", { headers: { "x-a": "b\r\nHost: inner" } })).rejects.toThrow(TypeError);
  });
});
