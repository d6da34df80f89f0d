import type { RequestListener } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import { callStore, MAX_ANSWER_BYTES, parseRetryAfter, type StoreCall } from "@/server/stores/http";
import { StoreError } from "@/server/stores/port";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { serveLoopback } from "@/server/testing/loopback-server";

const stops: (() => unknown)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function serve(respond: RequestListener): Promise<string> {
  const server = await serveLoopback(respond);
  stops.push(() => server.close());
  return `${server.url}/base`;
}

const isOwnError = (json: unknown) => JSON.stringify(json) === '{"error":"no"}';

const call = (url: string, over: Partial<StoreCall> = {}, timeoutMs = 2000) =>
  callStore(
    { ...loopbackConnection(url, {}), timeoutMs },
    { method: "POST", path: "/price", headers: {}, body: { a: 1 }, access: "write", isOwnError, ...over },
  );

describe("one call to a store", () => {
  it("goes below the connection's path and brings back status, headers and JSON", async () => {
    const seen: string[] = [];
    const url = await serve((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.writeHead(201, { "x-token": "t" }).end('{"ok":true}');
    });
    expect(await call(url)).toMatchObject({ status: 201, headers: { "x-token": "t" }, json: { ok: true } });
    expect(seen).toEqual(["POST /base/price"]);
  });

  it("never follows a redirect: a write may have been done behind it", async () => {
    const seen: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      seen.push(request.url);
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    await expect(call(url)).rejects.toMatchObject({ reason: "bad_answer", certainty: "unknown" });
    await expect(call(url, { access: "read" })).rejects.toMatchObject({ certainty: "definite" });
    expect(seen).toEqual(["/base/price", "/base/price"]);
  });

  it.each([
    ["a page instead of JSON", "<html>"],
    ["an empty answer", ""],
    ["half an answer", '{"price": 19'],
  ])("%s to a write leaves it in doubt", async (_what, body) => {
    const url = await serve((_request, response) => response.end(body));
    await expect(call(url)).rejects.toMatchObject({ reason: "bad_answer", certainty: "unknown" });
  });

  it.each([500, 502, 503, 504])("status %i to a write leaves it in doubt", async (status) => {
    const url = await serve((_request, response) => response.writeHead(status).end("{}"));
    await expect(call(url)).rejects.toMatchObject({ reason: "bad_answer", certainty: "unknown" });
  });

  it.each([401, 403])("status %i with the store's own error is a refusal for certain", async (status) => {
    const url = await serve((_request, response) => response.writeHead(status).end('{"error":"no"}'));
    await expect(call(url)).rejects.toMatchObject({ reason: "unauthorized", certainty: "definite" });
  });

  it("says where a redirect leads, without what was signed in with", async () => {
    const location = "https://www.shop.example/base/price?oauth_consumer_key=ck_12345678";
    const url = await serve((_request, response) => response.writeHead(301, { location }).end());
    const message = expect.stringMatching(/redirect to https:\/\/www\.shop\.example\/base\/price: use that/);
    await expect(call(url)).rejects.toMatchObject({ certainty: "unknown", message });
  });

  it("takes status 501 for an answer, with the method and the words", async () => {
    const url = await serve((_request, response) => response.writeHead(501).end("Not <b>Implemented</b>"));
    const message = expect.stringContaining('POST with status 501, with "Not Implemented"');
    await expect(call(url)).rejects.toMatchObject({ reason: "bad_answer", certainty: "unknown", message });
  });

  it("reads JSON behind a byte order mark, and names a notice of PHP before it", async () => {
    const marked = await serve((_request, response) => response.end('\uFEFF{"ok":true}'));
    expect(await call(marked)).toMatchObject({ json: { ok: true } });
    const notice =
      "<br />\n<b>Warning</b>:  Undefined array key in <b>/www/x.php</b> on line <b>3</b><br />\n{}";
    const noticed = await serve((_request, response) => response.end(notice));
    const message = expect.stringContaining("PHP notice before its answer: switch display_errors off");
    await expect(call(noticed)).rejects.toMatchObject({ certainty: "unknown", message });
  });

  it("shows nothing back of what was signed in with", async () => {
    const secret = "cs_0123456789/+abc";
    const basic = Buffer.from(`ck_0123456789:${secret}`).toString("base64");
    const headers = { authorization: `Basic ${basic}` };
    const said = { error: `no ${secret} ${basic} ${encodeURIComponent(secret)}`, token: secret };
    const explain = (json: unknown) => JSON.stringify(json);
    for (const [status, body] of [
      [403, JSON.stringify(said)],
      [403, `<p>${said.error}</p>`],
      [502, `<p>${said.error}</p>`],
    ] as const) {
      const url = await serve((_request, response) => response.writeHead(status).end(body));
      const sent = call(url, { headers, explain, isOwnError: (json) => json !== null });
      await expect(sent).rejects.toMatchObject({ message: expect.stringContaining("[hidden]") });
      await expect(sent).rejects.not.toMatchObject({ message: expect.stringMatching(/0123456789|Y2tf/) });
    }
    const url = await serve((_request, response) =>
      response.end(JSON.stringify({ errors: [said], given: secret })),
    );
    const { json } = await call(url, { headers });
    expect(json).toMatchObject({ errors: [{ error: "no [hidden] [hidden] [hidden]" }], given: secret });
  });

  it.each([
    [400, "bad_answer"],
    [401, "bad_answer"],
    [403, "bad_answer"],
    [404, "bad_answer"],
    [406, "bad_answer"],
    [408, "timeout"],
    [413, "bad_answer"],
    [429, "throttled"],
  ])(
    "status %i of a host in front of the store leaves a write in doubt and is quoted",
    async (status, reason) => {
      for (const [body, words] of [
        ["<style>h1 {}</style><title>Blocked</title><h1>by&nbsp;rules</h1>", `with "Blocked by&nbsp;rules"`],
        ['{"error":"other"}', `with "{"error":"other"}"`],
        ["", "without a word"],
      ] as const) {
        const url = await serve((_request, response) => response.writeHead(status).end(body));
        const message = expect.stringContaining(`POST with status ${status}, ${words}.`);
        await expect(call(url)).rejects.toMatchObject({ reason, certainty: "unknown", message });
        await expect(call(url, { access: "read" })).rejects.toMatchObject({ reason, certainty: "definite" });
      }
    },
  );

  it("an answer without end is cut off at the limit", async () => {
    const url = await serve((_request, response) => {
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      const pump = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", pump);
      };
      pump();
    });
    const work = call(url, {}, 20_000);
    await expect(work).rejects.toMatchObject({ reason: "bad_answer", certainty: "unknown" });
    expect(MAX_ANSWER_BYTES).toBeLessThanOrEqual(8 * 1024 * 1024);
  });

  it("an answer that trickles is given up at the deadline, not at the last byte", async () => {
    const url = await serve((_request, response) => {
      response.write("{");
      const drip = setInterval(() => response.write(" "), 20);
      response.once("close", () => clearInterval(drip));
    });
    const from = Date.now();
    await expect(call(url, {}, 300)).rejects.toMatchObject({ reason: "timeout", certainty: "unknown" });
    expect(Date.now() - from).toBeLessThan(10_000);
  });

  it("a host that takes the connection but never speaks TLS was sent nothing", async () => {
    const silent = createSocketServer().listen(0, "127.0.0.1");
    stops.push(() => silent.close());
    silent.on("connection", (socket) => {
      stops.push(() => socket.destroy());
    });
    await new Promise((resolve) => silent.once("listening", resolve));
    const address = silent.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const work = call(`https://127.0.0.1:${port}`, {}, 300);
    await expect(work).rejects.toMatchObject({ reason: "timeout", certainty: "definite" });
  });

  it("a write that may not leave any more is not sent, and a read is", async () => {
    const seen: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      seen.push(request.url);
      response.end("{}");
    });
    const connection = { ...loopbackConnection(url, {}), mayStillWrite: () => false };
    const request = { method: "POST", path: "/price", headers: {}, isOwnError } as const;
    const late = { reason: "timeout", certainty: "definite" };
    await expect(callStore(connection, { ...request, access: "write" })).rejects.toMatchObject(late);
    expect(seen).toEqual([]);
    await callStore(connection, { ...request, access: "read" });
    expect(seen).toEqual(["/base/price"]);
  });

  it("loopback is refused without leave", async () => {
    const url = await serve((_request, response) => response.end("{}"));
    const connection = { ...loopbackConnection(url, {}), allowPrivate: false };
    const work = callStore(connection, { method: "GET", path: "", headers: {}, access: "read", isOwnError });
    await expect(work).rejects.toMatchObject({ reason: "address_refused" });
  });
});

describe("Retry-After", () => {
  it.each([
    ["3", 3000],
    ["Sat, 21 Nov 2026 10:00:05 GMT", 5000],
    ["Sat, 21 Nov 2026 09:00:00 GMT", 0],
    ["soon", null],
    ["999999999", 999_999_999_000],
    [undefined, null],
  ])("%s is %s ms", (header, ms) => {
    expect(parseRetryAfter(header, Date.parse("2026-11-21T10:00:00Z"))).toBe(ms);
  });
});

it.each([
  [7000, 7000],
  [HOUR_MS + 1, HOUR_MS],
  [Number.POSITIVE_INFINITY, HOUR_MS],
  [-1, 0],
  [Number.NaN, null],
])("a store that asks to wait %s ms is waited for %s ms", (retryAfterMs, waited) => {
  const error = new StoreError("throttled", "definite", "Wait.", { retryAfterMs });
  expect(error.retryAfterMs).toBe(waited);
});

it("keeps a store's own words short and free of what cannot be kept", () => {
  const { message } = new StoreError("rejected", "definite", `no\u0000\n${"x".repeat(9_000)}\ud83d`);
  expect(message).toMatch(/^no\uFFFD x+$/);
  expect(message.length).toBeLessThanOrEqual(500);
});
