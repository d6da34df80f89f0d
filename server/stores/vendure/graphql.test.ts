import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { callVendure } from "@/server/stores/vendure/graphql";

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function failing(code: string): Promise<string> {
  const body = JSON.stringify({ errors: [{ message: "no", path: ["set"], extensions: { code } }] });
  server = createServer((_request, response) => response.end(body)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server?.once("listening", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
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
