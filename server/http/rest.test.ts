import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { fetchAdapter } from "@/server/http/fetch-adapter";
import { duringTests } from "@/server/testing/during-tests";
import {
  readTestResponse,
  requestInit,
  startTestService,
  type TestRequest,
  type TestResponse,
} from "@/server/testing/service";

type Call = (method: string, path: string, request?: TestRequest) => Promise<TestResponse>;

const service = duringTests(startTestService);
let token: string;
const handlers: Record<string, Call> = {
  "the process's own server": (...call) => service.call(...call),
  "a route handler": async (method, path, request = {}) =>
    readTestResponse(
      await fetchAdapter(service.rest)(
        new Request(`http://localhost:3000/api/v1${path}`, requestInit(method, request)),
      ),
    ),
};

beforeAll(async () => {
  const testWorkspace = await service.workspace();
  token = await service.mintToken({ workspaceId: testWorkspace.id, userId: testWorkspace.userId });
  for (let i = 0; i < 3; i++) await service.make.item(testWorkspace.id);
});

const row = (sku: string) => ({ sku, title: "Mug", price: { amount: "9.90", currency: "EUR" } });

describe.each(Object.keys(handlers))("the REST handler through %s", (name) => {
  const call: Call = (...request) => (handlers[name] as Call)(...request);

  it("answers a page of the catalog that is never stored by caches", async () => {
    const response = await call("GET", "/catalog/items?limit=2", { token });
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject({ data: [{}, {}], next_cursor: expect.any(String) });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect([...response.headers.keys()].filter((header) => header.startsWith("x-ratelimit"))).toEqual([]);
  });

  it("answers every error in the envelope, with the same id in body and header", async () => {
    const response = await call("GET", "/nothing");
    expect(response.status).toBe(404);
    const id = response.headers.get("x-request-id");
    expect(id).toMatch(/^req_/);
    expect(response.json).toEqual({
      error: "not_found",
      message: expect.stringMatching(/\.$/),
      request_id: id,
      docs_url: "http://localhost:3000/reference#not_found",
    });
  });

  it("keeps the caller's request id, but none that could break a log line", async () => {
    const withRequestId = await call("GET", "/nothing", { headers: { "x-request-id": "trace-17.a" } });
    expect(withRequestId.json).toMatchObject({ request_id: "trace-17.a" });
    const replaced = await call("GET", "/nothing", { headers: { "x-request-id": 'a"b' } });
    expect(replaced.json?.["request_id"]).toMatch(/^req_/);
  });

  it.each([
    "/catalog",
    "/catalog/items/",
    "/Catalog/items",
    "/catalog/items/a/b/c",
    "/%zz",
    "/",
    "",
    "/runs/../x",
  ])("answers 404 without a credential at the unknown path %s", async (path) => {
    expect((await call("GET", path)).json).toMatchObject({ error: "not_found" });
  });

  it.each([
    "/catalog/items/%zz",
    "/catalog/items/%00",
    "/catalog/items/%F0%9F%92%A9",
    `/catalog/items/${"x".repeat(2000)}`,
  ])("answers 404 for the id in %s, whatever its form", async (path) => {
    const response = await call("GET", path, { token });
    expect([response.status, response.json?.["error"]]).toEqual([404, "not_found"]);
  });

  it("answers 405 with Allow for a method the path does not have, before it asks who calls", async () => {
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      const response = await call(method, "/catalog/items");
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST, HEAD, OPTIONS"]);
      expect(response.json).toMatchObject({ error: "method_not_allowed" });
    }
    const document = await call("POST", "/openapi.json");
    expect([document.status, document.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  it("answers OPTIONS without a credential", async () => {
    const response = await call("OPTIONS", "/catalog/items");
    expect([response.status, response.headers.get("allow"), response.text]).toEqual([
      204,
      "GET, POST, HEAD, OPTIONS",
      "",
    ]);
  });

  it("answers HEAD as GET without the body, the credential demanded alike", async () => {
    const response = await call("HEAD", "/catalog/items", { token });
    expect([response.status, response.text]).toEqual([200, ""]);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect((await call("HEAD", "/catalog/items")).status).toBe(401);
    expect((await call("HEAD", "/runs/run_x/cancel", { token })).status).toBe(405);
  });

  it("tells a missing credential from one that does not hold", async () => {
    const missing = await call("GET", "/catalog/items");
    expect([missing.status, missing.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    for (const authorization of ["Bearer pck_wrong", "Bearer a.b.c", "Basic eDp5", "Bearer"]) {
      const invalid = await call("GET", "/catalog/items", { headers: { authorization } });
      expect([invalid.status, invalid.headers.get("www-authenticate")]).toEqual([
        401,
        'Bearer error="invalid_token"',
      ]);
    }
  });

  it("takes the credential from the header alone: no cookie, no query", async () => {
    const response = await call("GET", `/catalog/items?access_token=${token}`, {
      headers: { cookie: `next-auth.session-token=${token}` },
    });
    expect(response.status).toBe(401);
  });

  it("answers 400 for what is no JSON, 415 for what does not claim to be, 413 for too much", async () => {
    const post = (body: string, type = "application/json") =>
      call("POST", "/catalog/items", { token, body, headers: { "content-type": type } });
    for (const body of ["{", "{'a':1}", '{"a":1}}', "\uFEFF{", "NaN"])
      expect((await post(body)).json).toMatchObject({ error: "bad_request" });
    expect((await post("a=1", "application/x-www-form-urlencoded")).json).toMatchObject({
      error: "unsupported_media_type",
    });
    for (const type of ["application/json; charset=utf-8", 'application/json;charset="UTF-8"'])
      expect((await post("{}", type)).status).toBe(422);
    for (const charset of ["utf-16le", "iso-8859-1", '"utf-7"', "", "utf-8x"])
      expect((await post("{}", `application/json; charset=${charset}`)).status, charset).toBe(415);
    const large = await post(`{"items":"${"x".repeat(5 * 1024 * 1024)}"}`);
    expect([large.status, large.json?.["error"]]).toEqual([413, "payload_too_large"]);
    expect((await call("POST", "/runs", { token, body: `{"x":"${"x".repeat(1024 * 1024)}"}` })).status).toBe(
      413,
    );
  });

  it("answers 422 with the offending fields", async () => {
    const cases: [string, string, unknown, string][] = [
      ["GET", "/catalog/items?limit=0", undefined, "limit"],
      ["GET", "/catalog/items?limit=101", undefined, "limit"],
      ["GET", "/catalog/items?limit=ten", undefined, "limit"],
      ["GET", "/catalog/items?limit=1&limit=2", undefined, "limit"],
      ["GET", "/catalog/items?limit=1e1", undefined, "limit"],
      ["GET", "/catalog/items?limit=0x10", undefined, "limit"],
      ["GET", "/catalog/items?limit=+5", undefined, "limit"],
      ["GET", "/catalog/items?limit=5.0", undefined, "limit"],
      ["GET", "/catalog/items?limit=%D9%A3", undefined, "limit"],
      ["GET", "/catalog/items?limit=", undefined, "limit"],
      ["GET", "/catalog/items/itm_x/history?days=1e1", undefined, "days"],
      ["GET", "/catalog/items?cursor=nonsense", undefined, "cursor"],
      ["GET", "/runs?status=nonsense", undefined, "status"],
      ["POST", "/runs", { subset_tags: [7] }, "subset_tags.0"],
      ["POST", "/runs", { subset_tags: "outdoor" }, "subset_tags"],
      ["POST", "/catalog/items", [], ""],
      ["POST", "/catalog/items", "null", ""],
      ["POST", "/catalog/items", { items: null }, "items"],
    ];
    for (const [method, path, body, field] of cases) {
      const response = await call(method, path, { token, body });
      expect([path, response.status, response.json?.["error"]]).toEqual([path, 422, "validation_error"]);
      expect(response.json?.["issues"]).toEqual([
        { path: field, code: expect.any(String), message: expect.any(String) },
      ]);
    }
  });

  it("ignores query parameters that it does not know, and names them with the most similar one", async () => {
    const warningsOf = async (path: string) => {
      const { status, json } = await call("GET", path, { token });
      expect(status).toBe(200);
      return json?.["warnings"];
    };
    expect(await warningsOf("/recommendations?status=new&limit=5")).toBeUndefined();
    expect(await warningsOf("/recommendations?staus=new&limt=5&colour=red&staus=held")).toEqual([
      {
        code: "unknown_parameter",
        parameter: "staus",
        message: "The query parameter staus is unknown and was ignored; did you mean status?",
        did_you_mean: "status",
      },
      expect.objectContaining({ parameter: "limt", did_you_mean: "limit" }),
      {
        code: "unknown_parameter",
        parameter: "colour",
        message: "The query parameter colour is unknown and was ignored.",
      },
    ]);
    expect(
      await warningsOf(`/runs?${Array.from({ length: 50 }, (_, n) => `x${n}=1`).join("&")}`),
    ).toHaveLength(10);
    expect(await warningsOf("/catalog/items?__proto__=1")).toMatchObject([{ parameter: "__proto__" }]);
    const { json } = await call("POST", "/runs?subset_tags=lamps", { token });
    expect(json).toMatchObject({ ok: true, warnings: [{ parameter: "subset_tags" }] });
  });

  it("ignores fields that it does not know", async () => {
    const body = { subset_tags: [], colour: "red", __proto__: { admin: true } };
    expect((await call("POST", "/runs", { token, body })).status).toBe(202);
  });

  it("accepts a POST without body and content type where nothing in it is required", async () => {
    expect((await call("POST", "/runs", { token })).status).toBe(202);
  });

  it("serves its document to anyone", async () => {
    const response = await call("GET", "/openapi.json");
    expect(response.json).toMatchObject({ openapi: "3.1.0" });
    expect((await call("HEAD", "/openapi.json")).status).toBe(200);
  });
});

it("answers the same through both handlers, byte for byte", async () => {
  const requests: [string, string, TestRequest][] = [
    ["GET", "/catalog/items?limit=2", { token }],
    ["GET", "/catalog/items/itm_nothing", { token }],
    ["GET", "/openapi.json", {}],
    ["POST", "/catalog/items", { token, body: "{" }],
    ["PUT", "/runs", { token }],
  ];
  for (const [method, path, request] of requests) {
    const same = { ...request, headers: { "x-request-id": "twin" } };
    const [one, other] = await Promise.all(
      Object.values(handlers).map((handler) => handler(method, path, same)),
    );
    expect([one?.status, one?.text]).toEqual([other?.status, other?.text]);
  }
});

describe("a connection", () => {
  it("ends with a body that was too long, and the next one is answered", async () => {
    const body = JSON.stringify({ items: "x".repeat(5 * 1024 * 1024) });
    expect((await service.call("POST", "/catalog/items", { token, body })).status).toBe(413);
    expect((await service.call("GET", "/catalog/items", { token })).status).toBe(200);
  });

  it("hurts nobody else when it breaks off in the middle of a body, and is no fault of ours", async () => {
    const before = service.logged.length;
    const leaving = new AbortController();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"items":[')),
    });
    // A streamed body needs `duplex`, which the types of `fetch` do not have yet.
    const request: RequestInit & { readonly duplex: "half" } = {
      method: "POST",
      body,
      signal: leaving.signal,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      duplex: "half",
    };
    const broken = fetch(`${service.url}/catalog/items`, request).catch(() => null);
    await pause(100);
    leaving.abort();
    await broken;
    expect((await service.call("GET", "/catalog/items", { token })).status).toBe(200);
    expect(service.logged.slice(before)).toEqual([]);
  });
});

it("writes nothing for a row of the body that was not sent", async () => {
  const response = await service.call("POST", "/catalog/items", { token, body: { items: [row("MUG-1")] } });
  expect(response.json).toMatchObject({ ok: true, created: 1, refused: 0 });
});
