import { z } from "zod";
import { toWire } from "@/server/domain/money";
import { readSandboxLog } from "@/server/usecases/integrations/sandbox-log";
import { query } from "../pipeline";
import { MoneyOut, Timestamp } from "../scalars";

const Entry = z.object({
  seq: z.int(),
  at: Timestamp,
  sku: z.string(),
  price: MoneyOut,
  marker: z.string().nullable(),
});

export const sandboxLog = query(
  {
    scope: "settings:integrations",
    summary: "Read the sandbox store's own log of every price it was given, oldest first",
    errors: ["not_found"],
    input: z.object({ after: z.int().min(0).default(0) }),
    output: z.object({ data: z.array(Entry), next_after: z.int().nullable() }),
  },
  async ({ context, input }) => {
    const { data, next_after } = await readSandboxLog(context, input.after);
    return {
      data: data.map(({ seq, at, ref, price, currency, marker }) => ({
        seq,
        at,
        sku: ref,
        marker,
        price: toWire({ minor: BigInt(price), currency }),
      })),
      next_after,
    };
  },
);
