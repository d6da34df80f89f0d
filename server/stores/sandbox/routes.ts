import { z } from "zod";
import { currencyCode, encodeEvent, instant, minorUnits } from "@/server/stores/sandbox/events";
import type { SandboxFaults } from "@/server/stores/sandbox/faults";
import type { SandboxProducts } from "@/server/stores/sandbox/products";
import { CRASH_POINTS, type SandboxVariant } from "@/server/stores/sandbox/variant";

export type SandboxRequest = {
  readonly method: string;
  /** Decoded path segments below the store, e.g. `["variants", "SKU-1", "price"]`. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
};

export type SandboxReply = { readonly status: number; readonly body: unknown };

/** One workspace's store: its products, and the faults that its next writes meet. */
export type SandboxShop = { readonly products: SandboxProducts; readonly faults: SandboxFaults };

const mirrorBody = z.object({ price: minorUnits, currency: currencyCode });
const priceBody = z.object({
  price: minorUnits,
  currency: currencyCode,
  marker: z.string().min(1).max(255).nullable(),
  mirror: minorUnits.nullable().default(null),
  completes: z.boolean().default(false),
});
const shownBody = z.object({
  compare_at: minorUnits.nullable().default(null),
  sale: z
    .object({
      price: minorUnits,
      from: instant.nullable().default(null),
      until: instant.nullable().default(null),
    })
    .nullable()
    .default(null),
});
const faultBody = z.object({
  crash: z.enum(CRASH_POINTS),
  times: z.number().int().min(1).max(1000).default(1),
});
const page = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) });
const listQuery = page.extend({ after: z.string().optional(), updated_since: z.iso.datetime().optional() });
const logQuery = page.extend({ after: z.coerce.number().int().min(0).default(0) });

const refusal = (status: number, error: string, message: string): SandboxReply => ({
  status,
  body: { error, message },
});
const toWire = ({ price, charged, compareAt, sale, ...variant }: SandboxVariant) => ({
  ...variant,
  price: price.toString(),
  charged: charged.toString(),
  compare_at: compareAt?.toString() ?? null,
  sale: sale && { ...sale, price: sale.price.toString() },
});

/**
 * Answers one authenticated request to a workspace's store. Null if the store crashes before it answers.
 * @throws ZodError if the request fails its schema
 */
export async function handleSandboxRequest(
  { products, faults }: SandboxShop,
  request: SandboxRequest,
): Promise<SandboxReply | null> {
  const { method, segments, query } = request;
  const [resource, ref, action] = segments;
  if (segments.length === 0 && method === "GET") return { status: 200, body: { kind: "sandbox" } };
  if (resource === "log" && ref === undefined && method === "GET") return showLog(products.log, query);
  if (resource === "events" && ref === undefined && method === "GET") return showLog(products.events, query);
  if (resource === "faults" && ref === undefined && method === "POST") {
    const { crash, times } = faultBody.parse(request.body);
    faults.add(crash, times);
    return { status: 200, body: { waiting: faults.waiting() } };
  }
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
  if (action === "price" && method === "PUT") return setPrice({ products, faults }, ref, request.body);
  if (action === "window" && method === "PUT") return setWindow(products, ref, request.body);
  return refusal(404, "not_found", "There is no such path.");
}

function showLog(list: SandboxProducts["log"], query: URLSearchParams): SandboxReply {
  const { after, limit } = logQuery.parse(Object.fromEntries(query));
  const events = list(after, limit + 1);
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
  return variant ? { status: 200, body: toWire(variant) } : noVariant();
}

const noVariant = (): SandboxReply => refusal(404, "not_found", "The store has no such variant.");

async function setWindow(products: SandboxProducts, ref: string, body: unknown): Promise<SandboxReply> {
  const { compare_at: compareAt, sale } = shownBody.parse(body);
  const variant = await products.show(ref, { compareAt, sale });
  return variant ? { status: 200, body: toWire(variant) } : noVariant();
}

/** A merchant's own edit, which has no marker, never meets a fault. */
async function setPrice(
  { products, faults }: SandboxShop,
  ref: string,
  body: unknown,
): Promise<SandboxReply | null> {
  const write = priceBody.parse(body);
  const crash = write.marker === null ? null : faults.take();
  const result = await products.setPrice(ref, { ...write, crash });
  switch (result.outcome) {
    case "set":
      return crash === null ? { status: 200, body: toWire(result.variant) } : null;
    case "not_found":
      return noVariant();
    case "currency_mismatch":
      return refusal(422, "currency_mismatch", `The variant is priced in ${result.currency}.`);
  }
}
