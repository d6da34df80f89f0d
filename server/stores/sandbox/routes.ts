import { z } from "zod";
import { currencyCode, encodeEvent, minorUnits } from "@/server/stores/sandbox/events";
import type { SandboxProducts, SandboxVariant } from "@/server/stores/sandbox/products";

export type SandboxRequest = {
  readonly method: string;
  /** Decoded path segments below the store, e.g. `["variants", "SKU-1", "price"]`. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
};

export type SandboxReply = { readonly status: number; readonly body: unknown };

const mirrorBody = z.object({ price: minorUnits, currency: currencyCode });
const priceBody = z.object({
  price: minorUnits,
  currency: currencyCode,
  marker: z.string().min(1).max(255).nullable(),
  mirror: minorUnits.nullable().default(null),
});
const page = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) });
const listQuery = page.extend({ after: z.string().optional(), updated_since: z.iso.datetime().optional() });
const logQuery = page.extend({ after: z.coerce.number().int().min(0).default(0) });

const refusal = (status: number, error: string, message: string): SandboxReply => ({
  status,
  body: { error, message },
});
const toWire = (variant: SandboxVariant) => ({ ...variant, price: variant.price.toString() });

/** Answers one authenticated request to a workspace's store. @throws ZodError if the request fails its schema */
export async function handleSandboxRequest(
  products: SandboxProducts,
  request: SandboxRequest,
): Promise<SandboxReply> {
  const { method, segments, query } = request;
  const [resource, ref, action] = segments;
  if (segments.length === 0 && method === "GET") return { status: 200, body: { kind: "sandbox" } };
  if (resource === "log" && ref === undefined && method === "GET") return showLog(products, query);
  if (resource !== "variants") return refusal(404, "not_found", "There is no such path.");
  if (ref === undefined && method === "GET") return listVariants(products, query);
  if (ref === undefined || ref === "" || ref.length > 255) {
    return refusal(404, "not_found", "There is no such path.");
  }
  if (action === undefined && method === "GET") return showVariant(products, ref);
  if (action === "mirror" && method === "PUT") {
    const { price, currency } = mirrorBody.parse(request.body);
    return { status: 200, body: toWire(await products.mirror(ref, price, currency)) };
  }
  if (action === "price" && method === "PUT") return setPrice(products, ref, request.body);
  return refusal(404, "not_found", "There is no such path.");
}

function showLog(products: SandboxProducts, query: URLSearchParams): SandboxReply {
  const { after, limit } = logQuery.parse(Object.fromEntries(query));
  const events = products.log(after, limit + 1);
  const data = events.slice(0, limit);
  return {
    status: 200,
    body: {
      data: data.map((event) => JSON.parse(encodeEvent(event))),
      next_after: events.length > limit ? (data.at(-1)?.seq ?? null) : null,
    },
  };
}

function listVariants(products: SandboxProducts, query: URLSearchParams): SandboxReply {
  const { after, updated_since, limit } = listQuery.parse(Object.fromEntries(query));
  const since = updated_since === undefined ? null : new Date(updated_since).toISOString();
  const found = products.list(after ?? null, since, limit + 1);
  const data = found.slice(0, limit);
  return {
    status: 200,
    body: {
      data: data.map(toWire),
      next_after: found.length > limit ? (data.at(-1)?.ref ?? null) : null,
    },
  };
}

function showVariant(products: SandboxProducts, ref: string): SandboxReply {
  const variant = products.find(ref);
  if (!variant) return refusal(404, "not_found", "The store has no such variant.");
  return { status: 200, body: toWire(variant) };
}

async function setPrice(products: SandboxProducts, ref: string, body: unknown): Promise<SandboxReply> {
  const result = await products.setPrice(ref, priceBody.parse(body));
  switch (result.outcome) {
    case "set":
      return { status: 200, body: toWire(result.variant) };
    case "not_found":
      return refusal(404, "not_found", "The store has no such variant.");
    case "currency_mismatch":
      return refusal(422, "currency_mismatch", `The variant is priced in ${result.currency}.`);
  }
}
