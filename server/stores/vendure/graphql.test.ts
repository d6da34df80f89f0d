import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { callVendure } from "@/server/stores/vendure/graphql";
import { type LoopbackServer, serveLoopback } from "@/server/testing/loopback-server";

let server: LoopbackServer | null = null;
afterEach(async () => {
  await server?.close();
});

async function failing(code: string): Promise<string> {
  const body = JSON.stringify({ errors: [{ message: "no", path: ["set"], extensions: { code } }] });
  server = await serveLoopback((_request, response) => response.end(body));
  return server.url;
}

describe("an error of the store", () => {
  it.each([
    ["FORBIDDEN", "unauthorized", "definite"],
    ["USER_INPUT_ERROR", "rejected", "definite"],
    ["INTERNAL_SERVER_ERROR", "bad_answer", "unknown"],
    ["constructor", "bad_answer", "unknown"],
    ["__proto__", "bad_answer", "unknown"],
  ])("%s to a write is %s, %s", async (code, reason, certainty) => {
    const connection = { url: await failing(code), credentials: {}, allowPrivate: true };
    const operation = { query: "mutation Set { set }", access: "write" } as const;
    await expect(callVendure(connection, {}, operation, z.unknown())).rejects.toMatchObject({
      reason,
      certainty,
    });
  });
});
