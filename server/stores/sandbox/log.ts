import { z } from "zod";
import { callStore, invalidResponse } from "@/server/stores/http";
import type { StoreConnection } from "@/server/stores/port";
import { credentialsFor, isSandboxError } from "@/server/stores/sandbox/requests";

const entry = z.object({
  seq: z.int(),
  at: z.string(),
  ref: z.string(),
  /** Minor units of `currency`. */
  price: z.string(),
  currency: z.string(),
  marker: z.string().nullable(),
});
const logPage = z.object({ data: z.array(entry), next_after: z.int().nullable() });

/**
 * Reads the log of the prices that were written completely, oldest first.
 * @param after the number of the entry that the page follows; 0 for the first page
 * @throws StoreError
 */
export async function readLog(
  connection: StoreConnection,
  after: number,
  limit: number,
): Promise<z.output<typeof logPage>> {
  const { json } = await callStore(connection, {
    method: "GET",
    path: `/log?after=${after}&limit=${limit}`,
    headers: { authorization: `Bearer ${credentialsFor(connection).key}` },
    access: "read",
    isOwnError: isSandboxError,
  });
  const page = logPage.safeParse(json);
  if (page.success) return page.data;
  throw invalidResponse({ access: "read" }, "The store's log cannot be read.");
}
