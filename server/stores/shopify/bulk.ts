import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "@/server/domain/durations";
import { callStore, invalidResponse } from "@/server/stores/http";
import { type Page, StoreError, type StoreVariant } from "@/server/stores/port";
import { callShopify } from "@/server/stores/shopify/admin-api";
import { DOCUMENTS } from "@/server/stores/shopify/documents";
import type { ShopifyConnection } from "@/server/stores/shopify/session";
import { cachedShop } from "@/server/stores/shopify/shop";
import { listedShape, toStoreVariant } from "@/server/stores/shopify/variants";

/** From so many variants on one file of the shop is quicker than pages, each of which costs seconds of its points. */
export const BULK_FROM = 2_000;
const POLL_MS = 5 * SECOND_MS;
/** A shop that has not finished by then is read page by page. */
const MAX_WAIT_MS = 10 * MINUTE_MS;
/** A line has about 600 bytes; one with many tags more. */
const BYTES_OF_VARIANT = 1_000;
const MIN_PIECE = 64 * 1024;
const MAX_PIECE = 4 * 1024 * 1024;

/** A position in the file of a bulk operation, in bytes. */
export const bulkCursor = z.object({ bulk: z.string(), offset: z.number().int(), total: z.number().int() });
export type BulkCursor = z.output<typeof bulkCursor>;

const startedShape = z.object({
  bulkOperationRunQuery: z.object({ bulkOperation: z.object({ id: z.string() }).nullable() }),
});
const stateShape = z.object({
  bulkOperation: z
    .object({
      status: z.string(),
      createdAt: z.iso.datetime({ offset: true }),
      fileSize: z.string().nullable(),
      url: z.string().nullable(),
    })
    .nullable(),
});

/** Lets the shop write all variants into one file. Null if it has too many such operations. @throws StoreError */
export async function startBulk(connection: ShopifyConnection, total: number): Promise<BulkCursor | null> {
  const { hasCosts } = await cachedShop(connection);
  const variables = { query: hasCosts ? DOCUMENTS.bulkWithCosts : DOCUMENTS.bulkWithoutCosts };
  const operation = { query: DOCUMENTS.runBulk, variables, access: "read" } as const;
  const { data } = await callShopify(connection, operation, startedShape);
  const id = data.bulkOperationRunQuery.bulkOperation?.id;
  return id === undefined ? null : { bulk: id, offset: 0, total };
}

/** One page of the file, and the position behind it; null at the end. */
export interface BulkPage extends Pick<Page<StoreVariant>, "data" | "progress" | "ageMs"> {
  readonly next: BulkCursor | null;
}

/**
 * Reads the variants behind a position of the file, a piece of it at a time.
 * @returns null if the shop failed to write the file, or has not finished after minutes
 * @throws StoreError `throttled` while the shop writes the file
 */
export async function bulkPage(
  connection: ShopifyConnection,
  from: BulkCursor,
  pageSize: number,
): Promise<BulkPage | null> {
  const operation = { query: DOCUMENTS.bulkState, variables: { id: from.bulk }, access: "read" } as const;
  const { data, answeredAt } = await callShopify(connection, operation, stateShape);
  const state = data.bulkOperation;
  if (state === null) return null;
  const now = answeredAt?.getTime() ?? Date.now();
  // The shop's times have whole seconds.
  const ageMs = Math.max(0, now - Date.parse(state.createdAt)) + SECOND_MS;
  if (state.status === "CREATED" || state.status === "RUNNING") {
    if (ageMs > MAX_WAIT_MS) return null;
    const message = "The shop is writing its list of variants.";
    throw new StoreError("throttled", "definite", message, { retryAfterMs: POLL_MS });
  }
  if (state.status !== "COMPLETED") return null;
  const size = Number(state.fileSize ?? 0);
  if (state.url === null || from.offset >= size) return { data: [], next: null, ageMs };
  const { currency } = await cachedShop(connection);
  const { lines, bytes } = await linesAt(connection, state.url, { from: from.offset, size, pageSize });
  const offset = from.offset + bytes;
  return {
    data: lines.map((line) => toStoreVariant(variantOf(line), currency)),
    next: offset >= size ? null : { ...from, offset },
    progress: offset / size,
    ageMs,
  };
}

/** The whole lines at a position, at most `pageSize` of them, and their length in bytes. */
async function linesAt(
  connection: ShopifyConnection,
  url: string,
  { from, size, pageSize }: { readonly from: number; readonly size: number; readonly pageSize: number },
): Promise<{ readonly lines: readonly string[]; readonly bytes: number }> {
  for (let length = Math.max(MIN_PIECE, pageSize * BYTES_OF_VARIANT); length <= MAX_PIECE; length *= 2) {
    const piece = await pieceOf(connection, url, from, length);
    const isEnd = from + length >= size;
    const whole = piece.toString("utf8").split("\n");
    // What follows the last line break is the beginning of a line, or nothing.
    const rest = whole.pop() ?? "";
    if (isEnd && rest !== "") whole.push(rest);
    const lines = whole.slice(0, pageSize);
    const isLast = isEnd && lines.length === whole.length;
    if (lines.length > 0)
      return {
        lines: lines.filter((line) => line !== ""),
        bytes: isLast ? size - from : Buffer.byteLength(lines.join("\n")) + 1,
      };
  }
  throw invalidResponse({ access: "read" }, "The shop's list of variants has a line without an end.");
}

/** The file is at another host than the shop, which gets no token. A host that sends the whole file is understood too. */
async function pieceOf(
  connection: ShopifyConnection,
  url: string,
  from: number,
  length: number,
): Promise<Buffer> {
  const { origin, pathname, search } = new URL(url);
  const response = await callStore(
    { ...connection, url: origin },
    {
      method: "GET",
      path: `${pathname}${search}`,
      headers: { range: `bytes=${from}-${from + length - 1}` },
      access: "read",
      parse: (text) => text,
    },
  );
  if (response.status >= 400 || typeof response.json !== "string")
    throw invalidResponse(
      { access: "read" },
      `The shop's list of variants cannot be read (${response.status}).`,
    );
  const bytes = Buffer.from(response.json);
  return response.status === 206 ? bytes : bytes.subarray(from, from + length);
}

function variantOf(line: string) {
  try {
    return listedShape.parse(JSON.parse(line));
  } catch (cause) {
    throw invalidResponse(
      { access: "read" },
      "The shop's list of variants has a line of another kind.",
      cause,
    );
  }
}
