import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import type { StoreConnection } from "@/server/stores/port";
import { shopify } from "@/server/stores/shopify/connector";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { type LoopbackServer, serveLoopback } from "@/server/testing/loopback-server";

let server: LoopbackServer | null = null;
afterEach(() => server?.close());

const SHOP = {
  shop: { name: "", myshopifyDomain: "a.myshopify.com", currencyCode: "EUR", taxesIncluded: true },
  currentAppInstallation: { accessScopes: [{ handle: "write_products" }] },
};

/** A shop that answers every write so. */
const answering = (answer: unknown, status = 200) =>
  shopOf((query) => (query.includes("mutation") ? { status, body: answer } : { body: { data: SHOP } }));

async function shopOf(
  answerTo: (query: string) => { status?: number; body: unknown },
): Promise<StoreConnection> {
  server = await serveLoopback((incoming, response) => {
    void text(incoming).then((query) => {
      const { status = 200, body } = answerTo(query);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  return loopbackConnection(server.url, { accessToken: "t" });
}

const write = (connection: StoreConnection) =>
  shopify.writePrice(connection, "1/2", { target: 2100n, currency: "EUR", writeKey: "wbk_1" });
const failed = (code: string, path: unknown[] = ["productVariantsBulkUpdate"]) => ({
  errors: [{ message: "no", path, extensions: { code } }],
});
const shown = { id: "gid://shopify/ProductVariant/2", price: "21.00", compareAtPrice: null, marker: null };
const answered = (productVariants: unknown, userErrors: unknown) => ({
  data: { productVariantsBulkUpdate: { productVariants, userErrors } },
});

describe("the answer to a write", () => {
  it.each([
    ["an access denied", failed("ACCESS_DENIED"), "unauthorized", "definite"],
    ["a document that is not valid", failed("undefinedField"), "rejected", "definite"],
    ["an error of the shop", failed("INTERNAL_SERVER_ERROR"), "bad_answer", "unknown"],
    ["an unknown code", failed("constructor"), "bad_answer", "unknown"],
    [
      "an error below the mutation, which occurred after it",
      failed("ACCESS_DENIED", ["productVariantsBulkUpdate", "productVariants", 0, "marker"]),
      "bad_answer",
      "unknown",
    ],
    [
      "a throttling below the mutation, which occurred after it",
      failed("THROTTLED", ["productVariantsBulkUpdate", "productVariants", 0, "marker"]),
      "bad_answer",
      "unknown",
    ],
    [
      "a refusal beside the changed variant",
      { ...failed("ACCESS_DENIED"), ...answered([shown], []) },
      "bad_answer",
      "unknown",
    ],
    [
      "a throttling beside the changed variant",
      { ...failed("THROTTLED"), ...answered([shown], []) },
      "bad_answer",
      "unknown",
    ],
    [
      "a refusal before an error of the shop",
      { errors: [...failed("ACCESS_DENIED").errors, ...failed("INTERNAL_SERVER_ERROR").errors] },
      "bad_answer",
      "unknown",
    ],
    [
      "a throttling without a result",
      { ...failed("THROTTLED"), data: { productVariantsBulkUpdate: null } },
      "throttled",
      "definite",
    ],
    ["no variant", answered(null, []), "bad_answer", "unknown"],
    [
      "an error beside the changed variant",
      answered([shown], [{ code: "INVALID_INPUT", message: "no" }]),
      "bad_answer",
      "unknown",
    ],
    [
      "an error without a variant",
      answered(null, [{ code: "INVALID_INPUT", message: "no" }]),
      "rejected",
      "definite",
    ],
  ])("%s", async (_, answer, reason, certainty) => {
    await expect(write(await answering(answer))).rejects.toMatchObject({ reason, certainty });
  });

  it.each([
    [402, "frozen"],
    [404, "no Shopify shop"],
    [423, "locked"],
  ])("is a certain refusal that says why when it has status %i", async (status, why) => {
    const refused = expect(write(await answering({ errors: "no" }, status))).rejects;
    await refused.toMatchObject({ certainty: "definite", message: expect.stringContaining(why) });
  });
});

it("a page that has a next one and does not say where is no end of the list", async () => {
  const lost = { hasNextPage: true, endCursor: null };
  const counted = { productVariantsCount: { count: 1, precision: "EXACT" } };
  const rows = { productVariants: { nodes: [], pageInfo: lost }, products: { nodes: [], pageInfo: lost } };
  const connection = await shopOf((query) => ({
    body: { data: query.includes("currencyCode") ? SHOP : { ...counted, ...rows } },
  }));
  for (const updatedSince of [null, new Date()])
    await expect(
      shopify.listVariants(connection, { cursor: null, updatedSince, pageSize: 9 }),
    ).rejects.toMatchObject({ reason: "bad_answer", certainty: "definite" });
});
