import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { callVendure } from "@/server/stores/vendure/graphql";
import { loopbackConnection } from "@/server/testing/loopback-connection";
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

const write = (answer: object) => call("mutation Set { set }", "write", answer);
const read = (answer: object) => call("query Price { activeChannel productVariant }", "read", answer);

async function call(query: string, access: "read" | "write", answer: object): Promise<unknown> {
  const connection = loopbackConnection(await answering(answer), {});
  return callVendure(connection, {}, { query, access }, z.unknown());
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
  ])("leaves the outcome of a write unknown when it refuses, beside %s", async (_beside, answer) => {
    await expect(write(answer)).rejects.toMatchObject({ reason: "bad_answer", certainty: "unknown" });
  });

  it("is a refusal when it refuses beside others that refuse", async () => {
    const answer = { errors: [error("USER_INPUT_ERROR", "set"), error("FORBIDDEN")], data: { set: null } };
    await expect(write(answer)).rejects.toMatchObject({ reason: "rejected", certainty: "definite" });
  });

  it.each([
    ["FORBIDDEN", "unauthorized"],
    ["ENTITY_NOT_FOUND", "not_found"],
    ["USER_INPUT_ERROR", "rejected"],
    ["INTERNAL_SERVER_ERROR", "bad_answer"],
  ])("%s to a read beside a field that was answered is %s", async (code, reason) => {
    const activeChannel = { defaultCurrencyCode: "EUR", availableCurrencyCodes: ["EUR"] };
    const answer = { errors: [error(code, "productVariant")], data: { activeChannel, productVariant: null } };
    await expect(read(answer)).rejects.toMatchObject({ reason, certainty: "definite" });
  });

  it("is the reason of a read when it refuses the sign-in to a part, also behind one that says less", async () => {
    const errors = [error("INTERNAL_SERVER_ERROR", "activeChannel"), error("FORBIDDEN", "list", "items")];
    await expect(read({ errors, data: { list: null } })).rejects.toMatchObject({ reason: "unauthorized" });
  });

  it("does not say that a read found nothing when it is about a part that is gone", async () => {
    const answer = { errors: [error("ENTITY_NOT_FOUND", "productVariant", "asset")], data: null };
    await expect(read(answer)).rejects.toMatchObject({ reason: "bad_answer", certainty: "definite" });
  });
});
