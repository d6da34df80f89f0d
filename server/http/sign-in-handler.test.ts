import { describe, expect, it } from "vitest";
import { TEST_SETTINGS } from "@/server/testing/settings";
import { answerSignIn } from "./sign-in-handler";

const URL_OF = "http://localhost:3000/api/auth/";
const FORM = "application/x-www-form-urlencoded";
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const services = { settings: TEST_SETTINGS, newId: () => "req_1", log };

/** Returns the answer to a request, and whether the sign-in library received it. */
async function ask(path: string, init: RequestInit = {}) {
  let passedOn: Request | null = null;
  const response = await answerSignIn(services, new Request(URL_OF + path, init), (whole) => {
    passedOn = whole;
    return Promise.resolve(new Response("seen"));
  });
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    seen: passedOn !== null,
  };
}
const post = (body: string, type: string): RequestInit => ({
  method: "POST",
  body,
  headers: { "content-type": type },
});

describe("a request that the sign-in library has no answer to", () => {
  it.each([
    ["a body of JSON", "session", post('{"csrfToken":', "application/json"), 415],
    ["a form in a foreign encoding", "session", post("a=b", `${FORM}; charset=utf-16le`), 415],
    ["an address to go on to that is none", "session?callbackUrl=javascript:1", {}, 400],
    ["half an address", "csrf?callbackUrl=x", {}, 400],
    ["a NUL character", "error?error=%00", {}, 400],
    ["the end of a header", "error?error=a%0d%0ab", {}, 400],
    ["a password in no form", "callback/credentials", {}, 405],
    ["64 KiB and more", "callback/credentials", post("x".repeat(65 * 1024), FORM), 413],
  ] as [string, string, RequestInit, number][])("does not reach it: %s", async (_, path, init, status) => {
    const response = await ask(path, init);
    expect([response.status, response.seen]).toEqual([status, false]);
    expect(JSON.parse(response.text)).toMatchObject({ request_id: "req_1" });
  });

  it("loses the cookie that it has no answer to", async () => {
    for (const value of ["%00", "x", "javascript:1", "%"]) {
      const response = await ask("session", { headers: { cookie: `a=b; next-auth.callback-url=${value}` } });
      expect([response.status, response.seen], value).toEqual([400, false]);
      expect(response.headers.get("set-cookie")).toMatch(/^next-auth\.callback-url=; Path=\/; Max-Age=0/);
    }
  });

  it("is taken for nothing when it would put words into the log", async () => {
    expect(await ask("_log", post("level=error&code=x", FORM))).toMatchObject({ status: 204, seen: false });
  });
});

it.each([
  ["a session", "session", {}],
  ["a password", "callback/credentials", post("email=a&password=b", FORM)],
  ["a password in the one encoding there is", "callback/credentials", post("a=b", `${FORM};charset=UTF-8`)],
  ["a way back", "signin?callbackUrl=%2Fw%2Fws_1", {}],
  [
    "a way back kept",
    "session",
    { headers: { cookie: "next-auth.callback-url=http%3A%2F%2Flocalhost%3A3000" } },
  ],
] as [string, string, RequestInit][])("%s reaches the sign-in library", async (_, path, init) => {
  expect(await ask(path, init)).toMatchObject({ status: 200, seen: true });
});
