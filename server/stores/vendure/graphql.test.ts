import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { callVendure } from "@/server/stores/vendure/graphql";
import { type LoopbackServer, serveLoopback } from "@/server/testing/loopback-server";

let server: LoopbackServer | null = null;
afterEach(async () => {
  await server?.close();
});

const error = (code: string, ...path: string[]) => ({ message: `no: ${code}`, path, extensions: { code } });

async function answering(answer: object): Promise<string> {
  const body = JSON.stringify(answer);
  server = await serveLoopback((_request, response) => response.end(body));
  return server.url;
}

async function write(answer: object): Promise<unknown> {
  const connection = { url: await answering(answer), credentials: {}, allowPrivate: true };
  return callVendure(connection, {}, { query: "mutation Set { set }", access: "write" }, z.unknown());
}

describe("an error of the store", () => {
  it.each([
    ["FORBIDDEN", "unauthorized", "definite"],
    ["USER_INPUT_ERROR", "rejected", "definite"],
    ["INTERNAL_SERVER_ERROR", "bad_answer", "unknown"],
    ["constructor", "bad_answer", "unknown"],
    ["__proto__", "bad_answer", "unknown"],
  ])("%s to a write is %s, %s", async (code, reason, certainty) => {
    await expect(write({ errors: [error(code, "set")] })).rejects.toMatchObject({ reason, certainty });
  });

  it.each([
    ["one of another kind behind it", { errors: [error("FORBIDDEN", "set"), error("TIMEOUT", "set")] }],
    ["one below the field", { errors: [error("FORBIDDEN", "set"), error("FORBIDDEN", "set", "price")] }],
    ["a result", { errors: [error("FORBIDDEN", "set")], data: { set: [{ id: "1" }] } }],
  ])("that refuses, beside %s, leaves the outcome of a write unknown", async (_beside, answer) => {
    await expect(write(answer)).rejects.toMatchObject({ reason: "bad_answer", certainty: "unknown" });
  });

  it("that refuses beside others that refuse is a refusal", async () => {
    const answer = { errors: [error("USER_INPUT_ERROR", "set"), error("FORBIDDEN")], data: { set: null } };
    await expect(write(answer)).rejects.toMatchObject({ reason: "rejected", certainty: "definite" });
  });
});
