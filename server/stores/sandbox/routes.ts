import { z } from "zod";
import { editedPrice, type MetFault, type StoreCallKind } from "@/server/domain/rehearsals/faults";
import { currencyCode, encodeEvent, instant, minorUnits } from "@/server/stores/sandbox/events";
import type { SandboxFaults } from "@/server/stores/sandbox/faults";
import type { SandboxProducts } from "@/server/stores/sandbox/products";
import { CRASH_POINTS, type CrashPoint, type SandboxVariant } from "@/server/stores/sandbox/variant";
import { variantJson } from "@/server/stores/sandbox/variant-json";

export type SandboxRequest = {
  readonly method: string;
  /** Decoded path segments below the store, e.g. `["variants", "SKU-1", "price"]`. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** The time that a change is dated by. */
  readonly at: Date;
};

export type SandboxReply = {
  readonly status: number;
  readonly body: unknown;
  /** After how many seconds the caller may come back. */
  readonly retryAfter?: number;
  /** The milliseconds after which it is answered. */
  readonly afterMs?: number;
};

/** One workspace's store: its products, and the faults that its next calls meet. */
export type SandboxShop = {
  readonly products: SandboxProducts;
  readonly faults: SandboxFaults;
  /** Takes the fault that somebody switched on for a rehearsal and that this call meets; null without one. */
  readonly meets: (call: StoreCallKind) => Promise<MetFault | null>;
  /** The store's clock. */
  readonly now: () => Date;
};

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

/**
 * Answers one authenticated request to a workspace's store. Null if the store crashes before it answers.
 * @throws ZodError if the request fails its schema
 */
export async function handleSandboxRequest(
  shop: SandboxShop,
  request: SandboxRequest,
): Promise<SandboxReply | null> {
  const { products, faults } = shop;
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
  if (ref === undefined && method === "GET") return listVariants(shop, query);
  if (ref === undefined || ref === "" || ref.length > 255) {
    return refusal(404, "not_found", "There is no such path.");
  }
  if (action === undefined && method === "GET") return showVariant(shop, ref);
  if (action === "mirror" && method === "PUT") return mirror(shop, ref, request);
  if (action === "price" && method === "PUT") return setPrice(shop, ref, request);
  if (action === "window" && method === "PUT") return setWindow(shop, ref, request);
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

function listVariants({ products, now }: SandboxShop, query: URLSearchParams): SandboxReply {
  const { after, updated_since, limit } = listQuery.parse(Object.fromEntries(query));
  const since = updated_since === undefined ? null : new Date(updated_since).toISOString();
  const found = products.list(after ?? null, since, limit + 1);
  const data = found.slice(0, limit);
  return {
    status: 200,
    body: {
      data: data.map((variant) => variantJson(variant, now())),
      next_after: found.length > limit ? (data.at(-1)?.ref ?? null) : null,
    },
  };
}

function showVariant({ products, now }: SandboxShop, ref: string): SandboxReply {
  const variant = products.find(ref);
  return variant ? { status: 200, body: variantJson(variant, now()) } : noVariant();
}

const noVariant = (): SandboxReply => refusal(404, "not_found", "The store has no such variant.");

/** A change of a variant, and the time that it is dated by. */
type Change = Pick<SandboxRequest, "body" | "at">;

async function setWindow(
  { products, now }: SandboxShop,
  ref: string,
  { body, at }: Change,
): Promise<SandboxReply> {
  const { compare_at: compareAt, sale } = shownBody.parse(body);
  const variant = await products.show(ref, { compareAt, sale }, at);
  return variant ? { status: 200, body: variantJson(variant, now()) } : noVariant();
}

/** The service looks at a price before it writes one; a person may have been quicker. */
async function mirror(
  { products, meets, now }: SandboxShop,
  ref: string,
  { body, at }: Change,
): Promise<SandboxReply> {
  const { price, currency } = mirrorBody.parse(body);
  const variant = await products.mirror(ref, price, currency, at);
  const met = await meets("look");
  if (met?.fault === "edited_meanwhile") await editAsPerson(products, variant, at);
  return { status: 200, body: variantJson(products.find(ref) ?? variant, now()) };
}

/** A merchant's own edit, which has no marker, never meets a fault. */
async function setPrice(shop: SandboxShop, ref: string, { body, at }: Change): Promise<SandboxReply | null> {
  const { products, faults } = shop;
  const write = priceBody.parse(body);
  const ours = write.marker !== null;
  const met = ours ? await shop.meets("write") : null;
  if (met?.fault === "throttled")
    return { ...refusal(429, "throttled", "Come back later."), retryAfter: met.seconds ?? 0 };
  const before = products.find(ref);
  if (met?.fault === "edited_at_write" && before) await editAsPerson(products, before, at);
  const crash = ours ? (crashOf(met) ?? faults.take()) : null;
  const result = await products.setPrice(ref, { ...write, crash }, at);
  switch (result.outcome) {
    case "set":
      return crash === null
        ? { status: 200, body: variantJson(result.variant, shop.now()), afterMs: delayOf(met) }
        : null;
    case "not_found":
      return noVariant();
    case "currency_mismatch":
      return refusal(422, "currency_mismatch", `The variant is priced in ${result.currency}.`);
  }
}

const crashOf = (met: MetFault | null): CrashPoint | null => {
  if (met?.fault === "lost_answer") return "before_answer";
  return met?.fault === "marker_then_crash" ? "after_marker" : null;
};

const delayOf = (met: MetFault | null): number => (met?.fault === "late" ? (met.seconds ?? 0) * 1_000 : 0);

function editAsPerson(products: SandboxProducts, { ref, price, currency }: SandboxVariant, at: Date) {
  const edit = { marker: null, mirror: null, completes: false, crash: null };
  return products.setPrice(ref, { ...edit, price: editedPrice(price), currency }, at);
}
