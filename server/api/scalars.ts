import { z } from "zod";
import { isStorable, MAX_REASON_LENGTH, NOT_STORABLE } from "@/server/domain/text";
import { UtcTime } from "@/server/domain/utc-time";

/** A resource's id in a path. Any text is accepted; an id that matches no row is answered with 404. */
export const PathId = z
  .string()
  .meta({ description: "Opaque id.", example: "rec_01k9zq0v7k3t5m8w2x4y6z0a1b" });

/** An amount of money: a decimal string in major units, with the number of decimals of its currency. */
export const MoneyOut = z.object({ amount: z.string(), currency: z.string() }).meta({
  id: "Money",
  description: "Decimal string in major units.",
  example: { amount: "19.99", currency: "EUR" },
});

/** A fraction as a decimal string with four decimals, rounded half to even. */
export const RatioOut = z.string().meta({ description: "A fraction, not a percentage.", example: "0.2797" });

export const Timestamp = z.string().meta({ format: "date-time", example: "2026-11-02T09:30:00.000Z" });

/** An instant in UTC, in requests. */
export const TimestampInput = UtcTime.meta({ example: "2026-12-01T09:30:00Z" });

const Limit = z
  .number()
  .int()
  .min(1)
  .max(100)
  .default(50)
  .meta({ description: "How many rows a page holds, 1 to 100.", example: 50 });

const Cursor = z.string().max(500).optional().meta({ description: "`next_cursor` of the page before." });

/** The input of every list. */
export const Paging = z.object({ limit: Limit, cursor: Cursor });

/** A page of rows, newest first; `next_cursor` is null on the last one. */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), next_cursor: z.string().nullable() });

/** Free text typed by a person: trimmed, not empty, without characters that the database cannot store. */
export const Reason = z.string().trim().min(1).max(MAX_REASON_LENGTH).refine(isStorable, NOT_STORABLE);
