import { expect } from "vitest";
import type { StoreConnection, StoreConnector, StoreVariant } from "@/server/stores/port";

const MOST_PAGES = 500;

/**
 * Lists all variants of a store, and expects no page to be longer than asked.
 * @param updatedSince null lists everything
 * @param between called after each page with the number of pages read
 */
export async function listedVariants(
  connector: Pick<StoreConnector, "listVariants">,
  connection: StoreConnection,
  pageSize: number,
  updatedSince: Date | null = null,
  between: (page: number) => void = () => undefined,
): Promise<StoreVariant[]> {
  const listed: StoreVariant[] = [];
  let cursor: string | null = null;
  let page = 0;
  do {
    const found = await connector.listVariants(connection, { cursor, updatedSince, pageSize });
    expect(found.data.length).toBeLessThanOrEqual(pageSize);
    listed.push(...found.data);
    cursor = found.nextCursor;
    page += 1;
    between(page);
  } while (cursor !== null && page < MOST_PAGES);
  return listed;
}
