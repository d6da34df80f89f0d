import { z } from "zod";
import { credentialsOf } from "@/server/stores/credentials";
import { callStore, invalidResponse, type StoreCall } from "@/server/stores/http";
import { type StoreConnection, StoreError } from "@/server/stores/port";
import { sandboxCredentials, sandboxDeclaration } from "@/server/stores/sandbox/declaration";
import { dateHeader } from "@/server/stores/sandbox/entry-date";

const amount = z
  .string()
  .regex(/^[1-9]\d*$/)
  .transform(BigInt);
const instant = z.iso.datetime().transform((text) => new Date(text));
/** A variant as the sandbox answers it; amounts are minor units of `currency`. */
export const sandboxVariant = z.object({
  ref: z.string(),
  price: amount,
  /** What the cart charges outside of sales. */
  charged: amount,
  /** What shoppers pay by the sandbox's clock; a sandbox of an earlier version does not say it. */
  shopper_price: amount.nullable().default(null),
  compare_at: amount.nullable(),
  sale: z.object({ price: amount, from: instant.nullable(), until: instant.nullable() }).nullable(),
  currency: z.string(),
  marker: z.string().nullable(),
  updatedAt: z.iso.datetime(),
});
const refusal = z.strictObject({ error: z.string(), message: z.string() });
/** Whether the JSON of a refusal is the sandbox's own. */
export const isSandboxError = (json: unknown): boolean => refusal.safeParse(json).success;

/** Returns the sandbox's settings in a connection. */
export const credentialsFor = (connection: StoreConnection) =>
  credentialsOf(connection, sandboxCredentials, sandboxDeclaration);

/** Returns the path of a variant below its store. */
export const variantPath = (ref: string): string => `/variants/${encodeURIComponent(ref)}`;

/**
 * Sends one request to a sandbox store and parses its answer.
 * @throws StoreError; `not_found` or `rejected` with the store's reason
 */
export async function requestSandbox<T>(
  connection: StoreConnection,
  call: Omit<StoreCall, "headers" | "isOwnError">,
  shape: z.ZodType<T>,
): Promise<T> {
  const headers = {
    authorization: `Bearer ${credentialsFor(connection).key}`,
    ...(connection.datesEntries ? dateHeader(connection.now()) : {}),
  };
  const { status, json } = await callStore(connection, { ...call, headers, isOwnError: isSandboxError });
  if (status >= 400) {
    const says = refusal.safeParse(json).data?.message ?? `status ${status}`;
    const reason = status === 404 ? "not_found" : "rejected";
    throw new StoreError(reason, "definite", `The store says: ${says}`);
  }
  const parsed = shape.safeParse(json);
  if (!parsed.success) throw invalidResponse(call, "The store's answer cannot be understood.", parsed.error);
  return parsed.data;
}
