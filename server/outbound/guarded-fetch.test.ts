import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { ResolvedAddress } from "@/server/outbound/address";
import { type GuardedFetchOptions, guardedFetch } from "@/server/outbound/guarded-fetch";
import { readWebAddress } from "@/server/outbound/web-address";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  stops.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return address.port;
}

const serve = (respond: RequestListener) => listen(createServer(respond));

/** Resolves every name to loopback and permits it, as an installation with private addresses allowed does. */
const ask = (port: number, path: string, over: Partial<GuardedFetchOptions> = {}) =>
  guardedFetch(`http://shop.example:${port}${path}`, {
    accept: ["text/html"],
    ports: [port],
    allowPrivate: true,
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    timeoutMs: 3_000,
    ...over,
  });

const page = (body: string | Buffer, headers: Record<string, string> = {}): RequestListener => {
  return (_request, response) =>
    response.writeHead(200, { "content-type": "text/html", ...headers }).end(body);
};

const resolver = (...turns: readonly string[][]) => {
  const asked: string[] = [];
  const resolve = async (hostname: string): Promise<ResolvedAddress[]> => {
    asked.push(hostname);
    const addresses = turns[asked.length - 1] ?? turns.at(-1) ?? [];
    return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  return { asked, resolve };
};

describe("a page", () => {
  it("comes with its status, type, headers and bytes, decoded", async () => {
    const port = await serve(page(gzipSync("<p>12,90 €</p>"), { "content-encoding": "gzip", etag: '"a"' }));
    const response = await ask(port, "/p?id=1#here");
    expect(response).toMatchObject({ ok: true, status: 200, url: `http://shop.example:${port}/p?id=1` });
    expect(response.ok && response.body.toString()).toBe("<p>12,90 €</p>");
    expect(
      response.ok && [response.contentType, response.headers.get("ETag"), response.headers.get("x")],
    ).toEqual(["text/html", '"a"', null]);
  });

  it.each([304, 403, 404, 410, 429, 500, 503])(
    "is an answer with status %i, without its body",
    async (status) => {
      const port = await serve((_request, response) =>
        response.writeHead(status, { "retry-after": "5" }).end(),
      );
      const response = await ask(port, "/");
      expect(response).toMatchObject({ ok: true, status });
      expect(response.ok && response.body.length).toBe(0);
    },
  );

  it("is asked for with the caller's headers and the wanted types", async () => {
    const seen: unknown[] = [];
    const port = await serve((request, response) => {
      seen.push([
        request.method,
        request.headers["if-none-match"],
        request.headers.accept,
        request.headers.host,
      ]);
      page("x")(request, response);
    });
    await ask(port, "/", { headers: { "if-none-match": '"a"' } });
    expect(seen).toEqual([["GET", '"a"', "text/html", `shop.example:${port}`]]);
  });

  it.each(["application/pdf", "text/plain; charset=utf-8", "text/htmlx", ""])(
    "is not taken when it is of the type %o",
    async (type) => {
      const port = await serve(page("x", { "content-type": type }));
      expect(await ask(port, "/")).toMatchObject({ ok: false, reason: "content_type" });
    },
  );

  it("is taken when it is of a wanted kind of type, whatever its parameters", async () => {
    const port = await serve(page("x", { "content-type": "Text/HTML;charset=latin1" }));
    expect(await ask(port, "/")).toMatchObject({ ok: true });
    expect(await ask(port, "/", { accept: ["text/*"] })).toMatchObject({ ok: true });
    expect(await ask(port, "/", { accept: ["*/*"] })).toMatchObject({ ok: true });
    expect(await ask(port, "/", { accept: ["image/*"] })).toMatchObject({ ok: false });
  });
});

describe("an address", () => {
  it.each([
    ["not a url", "bad_url"],
    ["http://user:secret@shop.example/", "bad_url"],
    ["http://user@shop.example/", "bad_url"],
    ["http://shop.example/a\r\nHost: inner", "bad_url"],
    ["http://shop.example/\tx", "bad_url"],
    [`http://shop.example/${"a".repeat(5000)}`, "bad_url"],
    ["ftp://shop.example/", "scheme_refused"],
    ["file:///etc/passwd", "scheme_refused"],
    ["data:text/html,x", "scheme_refused"],
    ["http://shop.example:8080/", "port_refused"],
    ["https://shop.example:22/", "port_refused"],
    ["http://127.0.0.1/", "address_refused"],
    ["http://127.1/", "address_refused"],
    ["http://2130706433/", "address_refused"],
    ["http://017700000001/", "address_refused"],
    ["http://0x7f000001/", "address_refused"],
    ["http://0177.0.0.1/", "address_refused"],
    ["http://0x7f.0x0.0x0.0x1/", "address_refused"],
    ["http://127.0.0.1./", "address_refused"],
    ["http://①②⑦.⓪.⓪.①/", "address_refused"],
    ["http://127。0。0。1/", "address_refused"],
    ["http://%31%32%37.0.0.1/", "address_refused"],
    ["http://0/", "address_refused"],
    ["http://10.0.0.1/", "address_refused"],
    ["http://100.64.0.1/", "address_refused"],
    ["http://169.254.169.254/latest/meta-data/", "address_refused"],
    ["http://0xa9fea9fe/", "address_refused"],
    ["http://172.31.255.255/", "address_refused"],
    ["http://192.0.0.8/", "address_refused"],
    ["http://192.0.2.1/", "address_refused"],
    ["http://192.88.99.1/", "address_refused"],
    ["http://192.168.0.1/", "address_refused"],
    ["http://198.18.0.1/", "address_refused"],
    ["http://198.19.255.254/", "address_refused"],
    ["http://224.0.0.1/", "address_refused"],
    ["http://240.0.0.1/", "address_refused"],
    ["http://255.255.255.255/", "address_refused"],
    ["http://[::1]/", "address_refused"],
    ["http://[::]/", "address_refused"],
    ["http://[::ffff:169.254.169.254]/", "address_refused"],
    ["http://[::ffff:a9fe:a9fe]/", "address_refused"],
    ["http://[::ffff:0:127.0.0.1]/", "address_refused"],
    ["http://[::127.0.0.1]/", "address_refused"],
    ["http://[64:ff9b::10.0.0.1]/", "address_refused"],
    ["http://[64:ff9b:1::10.0.0.1]/", "address_refused"],
    ["http://[100::1]/", "address_refused"],
    ["http://[2001:0:a00:1::1]/", "address_refused"],
    ["http://[2001:2::1]/", "address_refused"],
    ["http://[2001:db8::1]/", "address_refused"],
    ["http://[2002:a00:1::1]/", "address_refused"],
    ["http://[3fff::1]/", "address_refused"],
    ["http://[5f00::1]/", "address_refused"],
    ["http://[fc00::1]/", "address_refused"],
    ["http://[fe80::1]/", "address_refused"],
    ["http://[fec0::1]/", "address_refused"],
    ["http://[ff02::1]/", "address_refused"],
  ])("%s is refused: %s", async (url, reason) => {
    const { asked, resolve } = resolver(["127.0.0.1"]);
    expect(await guardedFetch(url, { accept: ["text/html"], resolve, timeoutMs: 2_000 })).toMatchObject({
      ok: false,
      reason,
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ["loopback", ["127.0.0.1"]],
    ["IPv4 inside IPv6", ["::ffff:10.0.0.1"]],
    ["a public and a private address", ["93.184.215.14", "192.168.1.1"]],
    ["an address in an ambiguous writing", ["010.010.010.010"]],
    ["no address", ["inner"]],
  ])("is refused when its name resolves to %s", async (_what, addresses) => {
    for (const name of ["shop.example", "localhost.", "интранет.example"]) {
      const { resolve } = resolver(addresses);
      const response = await guardedFetch(`http://${name}/`, { accept: ["text/html"], resolve });
      expect(response).toMatchObject({ ok: false, reason: "address_refused" });
    }
  });

  it("cannot be reached when its name does not resolve", async () => {
    const failing = async () => Promise.reject(new Error("ENOTFOUND"));
    for (const resolve of [failing, resolver([]).resolve]) {
      const response = await guardedFetch("http://shop.example/", { accept: ["text/html"], resolve });
      expect(response).toMatchObject({ ok: false, reason: "network" });
    }
  });

  it("is resolved once, and the connection goes to the answer that was checked", async () => {
    const port = await serve(page("checked"));
    const { asked, resolve } = resolver(["127.0.0.1"], ["127.0.0.2"]);
    const response = await ask(port, "/", { resolve });
    expect(response.ok && response.body.toString()).toBe("checked");
    expect(asked).toEqual(["shop.example"]);
  });
});

describe("a redirect", () => {
  const redirecting = (targets: Readonly<Record<string, string>>, status = 302): RequestListener => {
    return (request, response) => {
      const location = targets[request.url ?? ""];
      if (location === undefined) page("arrived")(request, response);
      else response.writeHead(status, { location }).end();
    };
  };

  it.each([301, 302, 303, 307, 308])("is followed with status %i, relative ones too", async (status) => {
    const port = await serve(redirecting({ "/a": "/b", "/b": "c?d=1" }, status));
    expect(await ask(port, "/a")).toMatchObject({ ok: true, url: `http://shop.example:${port}/c?d=1` });
  });

  it("is followed three times, and not a fourth time", async () => {
    const targets = { "/1": "/2", "/2": "/3", "/3": "/4", "/4": "/5" };
    const port = await serve(redirecting(targets));
    expect(await ask(port, "/2")).toMatchObject({ ok: true });
    expect(await ask(port, "/1")).toMatchObject({ ok: false, reason: "too_many_redirects" });
  });

  it("ends when it leads to itself", async () => {
    const seen: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      seen.push(request.url);
      response.writeHead(302, { location: "/" }).end();
    });
    expect(await ask(port, "/")).toMatchObject({ ok: false, reason: "too_many_redirects" });
    expect(seen).toHaveLength(4);
  });

  it.each([
    ["http://169.254.169.254/latest/meta-data/", "address_refused"],
    ["http://[::ffff:169.254.169.254]/", "address_refused"],
    ["http://2852039166/", "address_refused"],
    ["//127.0.0.2/", "address_refused"],
    ["http://inner.example/", "address_refused"],
    ["http://user:secret@shop.example/", "bad_url"],
    ["http://[", "bad_url"],
    ["file:///etc/passwd", "scheme_refused"],
    ["javascript:alert(1)", "scheme_refused"],
    ["http://shop.example:22/", "port_refused"],
  ])("is refused like a first address when it leads to %s: %s", async (location, reason) => {
    const port = await serve(redirecting({ "/": location }));
    const resolve = async (hostname: string): Promise<ResolvedAddress[]> => [
      { address: hostname === "inner.example" ? "10.0.0.1" : "127.0.0.1", family: 4 },
    ];
    const over = { ports: [port, 80], allowPrivate: ["127.0.0.1"], resolve };
    expect(await ask(port, "/elsewhere", over)).toMatchObject({ ok: true });
    expect(await ask(port, "/", over)).toMatchObject({ ok: false, reason });
  });

  it("is a fault of the far side when it leads to nowhere", async () => {
    const port = await serve((_request, response) => response.writeHead(302).end());
    expect(await ask(port, "/")).toMatchObject({ ok: false, reason: "network" });
  });

  it.each([
    ["once, and once more where somebody is asked", { mayFollow: () => Promise.resolve(true) }, 2],
    ["once where nobody is asked whether it may be requested", {}, 1],
  ])("resolves the name of another site %s", async (_what, options, times) => {
    const { asked, resolve } = resolver(["127.0.0.1"], ["127.0.0.1"], ["127.0.0.1"]);
    const elsewhere = await serve(page("x"));
    const port = await serve(redirecting({ "/": `http://other.example:${elsewhere}/` }));
    await ask(port, "/", { ports: [port, elsewhere], resolve, ...options });
    expect(asked.filter((name) => name === "other.example")).toHaveLength(times);
  });

  it("takes no credentials along to another site", async () => {
    const seen: (string | undefined)[] = [];
    const note: RequestListener = (request, response) => {
      seen.push(request.headers.authorization);
      page("x")(request, response);
    };
    const elsewhere = await serve(note);
    const port = await serve(redirecting({ "/": `http://other.example:${elsewhere}/` }));
    const headers = { Authorization: "Bearer secret" };
    await ask(port, "/", { ports: [port, elsewhere], headers });
    await ask(elsewhere, "/", { headers });
    expect(seen).toEqual([undefined, "Bearer secret"]);
  });
});

describe("a far side that means harm", () => {
  // Far above the limit of each request, and far below what it would take without one.
  const within = async (ms: number, work: ReturnType<typeof guardedFetch>) => {
    const from = performance.now();
    const response = await work;
    expect(performance.now() - from).toBeLessThan(ms);
    return response;
  };

  it("sends a page that does not end", async () => {
    const endless = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      const chunk = Buffer.alloc(64 * 1024, "x");
      const pump = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", pump);
      };
      pump();
    });
    expect(await ask(endless, "/", { timeoutMs: 20_000 })).toMatchObject({ ok: false, reason: "too_large" });
  });

  it("sends little that unfolds into much", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    const port = await serve(page(bomb, { "content-encoding": "gzip" }));
    expect(await ask(port, "/", { timeoutMs: 20_000 })).toMatchObject({ ok: false, reason: "too_large" });
    const half = await serve(page(gzipSync(Buffer.alloc(1_500_000)), { "content-encoding": "gzip" }));
    expect(await ask(half, "/")).toMatchObject({ ok: true });
  });

  it.each(["gzip, gzip", "zstd", "compress"])("sends what was not asked for: %s", async (coding) => {
    const port = await serve(page("x", { "content-encoding": coding }));
    expect(await ask(port, "/")).toMatchObject({ ok: false, reason: "content_type" });
  });

  it("sends what it calls compressed and is not, or only half of it", async () => {
    const whole = gzipSync("x".repeat(10_000));
    for (const body of [Buffer.from("<p>no</p>"), whole.subarray(0, 20)]) {
      const port = await serve(page(body, { "content-encoding": "gzip" }));
      expect(await ask(port, "/")).toMatchObject({ ok: false, reason: "network" });
    }
  });

  it("trickles its headers, or its body", async () => {
    const headers = await listen(
      createSocketServer((socket) => {
        socket.on("error", () => {}).write("HTTP/1.1 200 OK\r\n");
        const drip = setInterval(() => socket.write("x-a: b\r\n"), 20);
        socket.once("close", () => clearInterval(drip));
      }),
    );
    const body = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).write("<");
      const drip = setInterval(() => response.write(" "), 20);
      response.once("close", () => clearInterval(drip));
    });
    for (const port of [headers, body]) {
      const response = await within(8_000, ask(port, "/", { timeoutMs: 300 }));
      expect(response).toMatchObject({ ok: false, reason: "timeout" });
    }
  });

  it("redirects slowly: the time is for all of it", async () => {
    const port = await serve((request, response) => {
      setTimeout(() => response.writeHead(302, { location: `${request.url}x` }).end(), 1_000);
    });
    const response = await within(8_000, ask(port, "/", { timeoutMs: 600, maxRedirects: 10 }));
    expect(response).toMatchObject({ ok: false, reason: "timeout" });
  });

  it("has a name that takes for ever to resolve", async () => {
    const resolve = () => new Promise<never>(() => {});
    const response = await within(8_000, ask(80, "/", { resolve, timeoutMs: 200 }));
    expect(response).toMatchObject({ ok: false, reason: "timeout" });
  });

  it("closes the connection, or speaks no HTTP", async () => {
    const closing = await listen(createSocketServer((socket) => socket.destroy()));
    const talking = await listen(
      createSocketServer((socket) => socket.on("error", () => {}).end("SSH-2.0\r\n")),
    );
    for (const port of [closing, talking]) {
      expect(await ask(port, "/")).toMatchObject({ ok: false, reason: "network" });
    }
  });

  it("redirects from https to http", async () => {
    const base = new URL("https://shop.example/");
    expect(readWebAddress("http://shop.example/", [80, 443], base)).toMatchObject({
      reason: "scheme_refused",
    });
    expect(readWebAddress("/next", [80, 443], base)).toMatchObject({ ok: true });
  });
});

describe("a header that the caller wants sent", () => {
  it.each([
    [{ "x-a": "b\r\nHost: inner" }],
    [{ "x-a": "b\nc" }],
    [{ "x-a\r\nb": "c" }],
    [{ host: "inner" }],
    [{ "Content-Length": "4" }],
    [{ "transfer-encoding": "chunked" }],
    [{ "accept-encoding": "zstd" }],
  ])("is refused where it would change the request: %o", async (headers) => {
    await expect(ask(80, "/", { headers })).rejects.toThrow(TypeError);
  });
});
