import type { z } from "zod";
import { StoreError } from "@/server/stores/port";

/** Encodes a position in a store's list as an opaque cursor. */
export function encodeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** Decodes a cursor of `encodeCursor`. @throws StoreError `rejected` for any other text */
export function decodeCursor<T>(cursor: string, shape: z.ZodType<T>): T {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch (cause) {
    throw new StoreError("rejected", "definite", "The cursor was not made by this store.", { cause });
  }
}
