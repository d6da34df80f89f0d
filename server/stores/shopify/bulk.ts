import { z } from "zod";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/server/domain/durations";
import { callStore, invalidResponse } from "@/server/stores/http";
import { type Page, StoreError, type StoreErrorReason, type StoreVariant } from "@/server/stores/port";
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
/** An older file says too little about the shop's present prices. */
const MAX_AGE_MS = 3 * HOUR_MS;
/** A line has about 600 bytes; one with many tags more. */
const BYTES_OF_VARIANT = 1_000;
const MIN_PIECE = 64 * 1024;
const MAX_PIECE = 4 * 1024 * 1024;

/** A position in the file of a bulk operation: in bytes, and in rows. */
export const bulkCursor = z.object({
  bulk: z.string(),
  offset: z.number().int(),
  rows: z.number().int(),
  total: z.number().int(),
});
export type BulkCursor = z.output<typeof bulkCursor>;

const startedShape = z.object({
  bulkOperationRunQuery: z.object({ bulkOperation: z.object({ id: z.string() }).nullable() }),
});
const stateShape = z.object({
  bulkOperation: z
    .object({
      status: z.string(),
      createdAt: z.iso.datetime({ offset: true }),
      objectCount: z.string(),
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
  return id === undefined ? null : { bulk: id, offset: 0, rows: 0, total };
}

/** One page of the file, and the position behind it; null at the end. */
export interface BulkPage extends Pick<Page<StoreVariant>, "data" | "progress" | "ageMs"> {
  readonly next: BulkCursor | null;
}

/**
 * Reads the variants behind a position of the file, a piece of it at a time.
 * @returns null if the shop failed to write the file, has not finished after minutes, or the file is too old, cannot be
 * read, or has not as many rows as the shop says
 * @throws StoreError `throttled` while the shop writes the file; `timeout`, `unreachable`
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
  const now = answeredAt?.getTime() ?? connection.now();
  // The shop's times have whole seconds.
  const ageMs = Math.max(0, now - Date.parse(state.createdAt)) + SECOND_MS;
  if (state.status === "CREATED" || state.status === "RUNNING") {
    if (ageMs > MAX_WAIT_MS) return null;
    const message = "The shop is writing its list of variants.";
    throw new StoreError("throttled", "definite", message, { retryAfterMs: POLL_MS });
  }
  if (state.status !== "COMPLETED" || ageMs > MAX_AGE_MS) return null;
  const size = Number(state.fileSize ?? 0);
  const wanted = Number(state.objectCount);
  if (state.url === null || from.offset >= size)
    return from.rows === wanted ? { data: [], next: null, ageMs } : null;
  const read = await variantsAt(connection, state.url, { from: from.offset, size, pageSize });
  if (read === null) return null;
  const next = { ...from, offset: from.offset + read.bytes, rows: from.rows + read.variants.length };
  const isEnd = next.offset >= size;
  if (isEnd && next.rows !== wanted) return null;
  return { data: read.variants, next: isEnd ? null : next, progress: next.offset / size, ageMs };
}

interface Piece {
  readonly from: number;
  readonly size: number;
  readonly pageSize: number;
}

/**
 * The variants at a position, and the length of their lines in bytes; null where the file cannot be read. A refusal of
 * its host says nothing about the connection's credentials.
 * @throws StoreError `timeout`, `unreachable`, `throttled`: another attempt may help
 */
async function variantsAt(connection: ShopifyConnection, url: string, piece: Piece) {
  const { currency } = await cachedShop(connection);
  try {
    const { lines, bytes } = await linesAt(connection, url, piece);
    return { variants: lines.map((line) => toStoreVariant(variantOf(line), currency)), bytes };
  } catch (error) {
    if (error instanceof StoreError && !PASSING.has(error.reason)) return null;
    throw error;
  }
}

const PASSING: ReadonlySet<StoreErrorReason> = new Set(["timeout", "unreachable", "throttled"]);

/** The whole lines at a position, at most `pageSize` of them, and their length in bytes. */
async function linesAt(
  connection: ShopifyConnection,
  url: string,
  { from, size, pageSize }: Piece,
): Promise<{ readonly lines: readonly string[]; readonly bytes: number }> {
  for (let length = Math.max(MIN_PIECE, pageSize * BYTES_OF_VARIANT); length <= MAX_PIECE; length *= 2) {
    const piece = await pieceOf(connection, url, { from, size, length });
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

/**
 * The file is at another host than the shop, which gets no token. A host that sends the whole file is understood too; a
 * piece of another length than asked for would end the list early.
 */
async function pieceOf(
  connection: ShopifyConnection,
  url: string,
  { from, size, length }: { readonly from: number; readonly size: number; readonly length: number },
): Promise<Buffer> {
  const address = URL.parse(url);
  if (address === null) throw unreadable("no address");
  const response = await callStore(
    { ...connection, url: address.origin },
    {
      method: "GET",
      path: `${address.pathname}${address.search}`,
      headers: { range: `bytes=${from}-${from + length - 1}` },
      access: "read",
      isOwnError: () => false,
      parse: (text) => text,
    },
  );
  const { status, json, bytes } = response;
  if (typeof json !== "string") throw unreadable(`${status}`);
  if (bytes !== (status === 206 ? Math.min(length, size - from) : size)) throw unreadable("another length");
  const text = Buffer.from(json);
  return status === 206 ? text : text.subarray(from, from + length);
}

const unreadable = (why: string): StoreError =>
  invalidResponse({ access: "read" }, `The shop's list of variants cannot be read (${why}).`);

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
