import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestSite } from "@/server/testing/site";

const MEBIBYTE = 1024 * 1024;
/**
 * More refused senders than arrive within one second; each keeps its connection for that second to read the answer.
 */
const PER_ADDRESS = 60;

const site = duringTests(() =>
  startTestSite({
    settings: {
      http: {
        trustedProxies: [],
        addressPerMinute: 1_000_000,
        refusedPerMinute: 1_000_000,
        connections: 200,
        connectionsPerAddress: PER_ADDRESS,
        headersTimeoutMs: 300,
        bodyTimeoutMs: 300,
        requestTimeoutMs: 60_000,
      },
    },
  }),
);
beforeEach(() => site.forget());

/** Sends an endless body; returns how much of it the service accepted, and its answer. */
function pour(
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; error: unknown; sent: number }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(new URL(path, site.url), { method: "POST", headers, agent: false });
    const chunk = Buffer.alloc(64 * 1024, 0x61);
    let ended = false;
    const more = (): void => {
      while (!ended && request.write(chunk));
      if (!ended) request.once("drain", more);
    };
    request.once("response", (response) => {
      const { socket } = request;
      let text = "";
      response.on("data", (data: Buffer) => (text += data.toString()));
      response.once("end", () => {
        ended = true;
        const sent = socket?.bytesWritten ?? 0;
        request.destroy();
        const parsed: unknown = JSON.parse(text);
        const error =
          parsed !== null && typeof parsed === "object" && "error" in parsed ? parsed.error : null;
        resolve({ status: response.statusCode ?? 0, error, sent });
      });
    });
    request.on("error", (error) => {
      if (!ended) reject(error);
    });
    more();
  });
}

/** Sends text over a new connection and reads until the service closes it. */
function sendText(text: string): Promise<string> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve) => {
    let heard = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on("data", (data) => (heard += data.toString()));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(heard));
  });
}

const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { "content-type": "application/json" };

describe("where a page is drawn from", () => {
  const drawn = async (state: string) => {
    const headers = { rsc: "1", "next-router-state-tree": state };
    const response = await fetch(new URL("/sign-in", site.url), { headers });
    return { status: response.status, text: await response.text() };
  };

  it.each(["garbage", "%", "[]", "%5B%22%22%2C5%5D", "{}"])(
    "%s is refused before the pages, without a line in the log",
    async (state) => {
      const before = site.service.logged.length;
      const { status, text } = await drawn(state);
      expect([status, JSON.parse(text)]).toMatchObject([400, { error: "bad_request" }]);
      expect(site.shown).toEqual([]);
      expect(site.service.logged.slice(before)).toEqual([]);
    },
  );

  it("is passed on where a page has sent it", async () => {
    const tree = ["", { children: ["__PAGE__", {}] }, null, "refetch"];
    expect(await drawn(encodeURIComponent(JSON.stringify(tree)))).toEqual({ status: 200, text: "a page" });
  });
});

describe("an action of a page, of which there are none", () => {
  it.each([
    ["by its name", { "content-type": "text/plain", "next-action": "a".repeat(40) }],
    ["by the fields of a form", { "content-type": "Multipart/Form-Data; boundary=x" }],
  ] as [string, Record<string, string>][])(
    "%s is refused before the pages, without a line in the log",
    async (_, headers) => {
      const before = site.service.logged.length;
      const response = await fetch(`${site.url}/sign-in`, { method: "POST", body: "--x--", headers });
      expect([response.status, await response.json()]).toMatchObject([400, { error: "bad_request" }]);
      expect(site.shown).toEqual([]);
      expect(site.service.logged.slice(before)).toEqual([]);
    },
  );
});

describe("a body without an end is refused at every kind of path before it is read", () => {
  it.each([
    ["a page", "/", form],
    ["sign-in", "/api/auth/callback/credentials", form],
    ["an action of a page", "/sign-in", { "content-type": "text/plain", "next-action": "a".repeat(40) }],
    ["a path that is none", "/nothing/here", form],
    ["a token", "/oauth/token", form],
    ["an authorization", "/oauth/authorize", form],
    ["a consent", "/oauth/consent/abcdefgh/decision", { ...json, "sec-fetch-site": "same-origin" }],
  ] as [string, string, Record<string, string>][])("%s", async (_, path, headers) => {
    const declared: Record<string, string> = { "content-length": String(300 * MEBIBYTE) };
    for (const length of [{}, declared]) {
      const { status, error, sent } = await pour(path, { ...headers, ...length });
      if (path.includes("consent")) expect([401, 404, 413]).toContain(status);
      else expect([status, error]).toEqual([413, "payload_too_large"]);
      // The rest is in kernel buffers on either side, not in the service.
      expect(sent).toBeLessThan(16 * MEBIBYTE);
    }
    expect(site.shown).toEqual([]);
  });

  it.each([
    ["the API", "/api/v1/catalog/items", json, 401],
    ["the API's unknown paths", "/api/v1/nothing", json, 404],
    ["agents", "/api/mcp", json, 401],
    ["the browser's calls", "/api/trpc/runs.trigger", { ...json, "sec-fetch-site": "same-origin" }, 401],
    [
      "files",
      "/api/files/ws_x/catalog/items",
      { "content-type": "text/csv", "sec-fetch-site": "same-origin" },
      401,
    ],
    ["the bearer of a session", "/api/auth/session-jwt", { ...json, "sec-fetch-site": "same-origin" }, 401],
    ["health", "/healthz", json, 200],
  ])("%s, without a credential", async (_, path, headers, expected) => {
    const { status, sent } = await pour(path, headers);
    expect(status).toBe(expected);
    expect(sent).toBeLessThan(16 * MEBIBYTE);
  });

  it("a body that is allowed reaches the pages whole, however it is sent", async () => {
    const body = "x".repeat(60 * 1024);
    await fetch(`${site.url}/sign-in`, { method: "POST", body, headers: form });
    const pieces = new Blob([body]).stream();
    const streamed: StreamedRequest = { method: "POST", body: pieces, headers: form, duplex: "half" };
    await fetch(`${site.url}/sign-in`, streamed);
    expect(site.shown.map((each) => each.body)).toEqual([body, body]);
  });
});

/** What `fetch` needs for a streamed body; its types do not have it yet. */
type StreamedRequest = RequestInit & { readonly duplex: "half" };

describe("slow and broken senders", () => {
  it("are told 408 and cut off when slow with a body", async () => {
    const heard = await sendText(
      `POST /api/auth/callback/credentials HTTP/1.1\r\nhost: localhost\r\ncontent-length: 50\r\ncontent-type: ${form["content-type"]}\r\n\r\nemail=`,
    );
    expect(heard).toContain("408");
    expect(heard).toContain("request_timeout");
  });

  it("are told 408 when slow with headers too", async () => {
    expect(await sendText("GET / HTTP/1.1\r\nhost: localhost\r\n")).toMatch(
      /^HTTP\/1\.1 408 .*request_timeout/s,
    );
  });

  it.each([
    ["no request at all", "hello\r\n\r\n", 400, "bad_request"],
    ["no host", "GET / HTTP/1.1\r\nconnection: close\r\n\r\n", 400, ""],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
      400,
      "bad_request",
    ],
    [
      "length and pieces",
      "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
      400,
      "bad_request",
    ],
    [
      "large headers",
      `GET / HTTP/1.1\r\nhost: localhost\r\na: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
  ])("%s", async (_, text, status, error) => {
    const heard = await sendText(text);
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(heard).toContain(error);
    expect(heard.toLowerCase()).toContain("x-content-type-options: nosniff");
  });

  it.each(["/", "/sign-in", "/no/such/path", "/api/trpc/runs.list", "/api/v1/runs", "/oauth/authorize"])(
    "a request to send itself back is refused at %s",
    async (path) => {
      expect(
        await sendText(`TRACE ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
      ).toMatch(/^HTTP\/1\.1 405 /);
      expect(site.shown).toEqual([]);
    },
  );

  it("cannot hold more connections than one address may", async () => {
    const { hostname, port } = new URL(site.url);
    const sockets = Array.from({ length: 2 * PER_ADDRESS }, () =>
      connect(Number(port), hostname).on("error", () => undefined),
    );
    const open = () => sockets.filter((socket) => socket.readyState === "open").length;
    await expect.poll(() => sockets.every((socket) => socket.readyState !== "opening")).toBe(true);
    await expect.poll(open).toBeLessThanOrEqual(PER_ADDRESS);
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(() =>
        fetch(`${site.url}/healthz`).then(
          (response) => response.status,
          () => 0,
        ),
      )
      .toBe(200);
  });
});

describe("answers", () => {
  it("are what they say they are, of every kind", async () => {
    const paths = [
      "/",
      "/nothing",
      "/healthz",
      "/api/v1/runs",
      "/api/v1/nothing",
      "/api/mcp",
      "/api/trpc/runs.list",
    ];
    for (const path of [...paths, "/api/files/x/y", "/oauth/authorize", "/oauth/jwks", "/unsubscribe"])
      expect((await fetch(site.url + path)).headers.get("x-content-type-options"), path).toBe("nosniff");
  });

  it("come by https alone from an installation that is there, and make no such claim elsewhere", async () => {
    expect((await fetch(site.url)).headers.get("strict-transport-security")).toBeNull();
    const secure = await startTestSite({ settings: { publicUrl: "https://prices.example" } });
    try {
      for (const path of ["/", "/api/v1/runs", "/healthz"])
        expect((await fetch(secure.url + path)).headers.get("strict-transport-security")).toMatch(
          /^max-age=\d{8}/,
        );
    } finally {
      await secure.close();
    }
  });

  it("say whom to tell of a fault, where the operator said so", async () => {
    expect((await fetch(`${site.url}/.well-known/security.txt`)).status).toBe(404);
    const named = await startTestSite({ settings: { securityContact: "mailto:security@example.test" } });
    try {
      const text = await (await fetch(`${named.url}/.well-known/security.txt`)).text();
      expect(text).toContain("Contact: mailto:security@example.test\n");
      expect(Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "")).toBeGreaterThan(named.service.clock.now());
    } finally {
      await named.close();
    }
  });
});

it("one address may ask for so many pages a minute, and the next one is not bound by it", async () => {
  const few = await startTestSite({
    settings: {
      http: { ...site.service.services.settings.http, addressPerMinute: 5, trustedProxies: ["127.0.0.1"] },
    },
  });
  try {
    const ask = (address: string, path = "/") =>
      fetch(few.url + path, { headers: { "x-forwarded-for": address } }).then((response) => response.status);
    const statuses = [];
    for (let i = 0; i < 7; i += 1) statuses.push(await ask("192.0.2.1", i % 2 ? "/" : "/api/auth/csrf"));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await ask("192.0.2.2")).toBe(200);
  } finally {
    await few.close();
  }
});
