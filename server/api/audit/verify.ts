import { z } from "zod";
import { CHAIN_START, type ChainPoint } from "@/server/db/audit/chain";
import { verifyAuditLog } from "@/server/usecases/audit/verify";
import { query } from "../pipeline";
import { Timestamp } from "../scalars";

const Point = z.object({ seq: z.string().regex(/^\d{1,18}$/), hash: z.string().regex(/^[0-9a-f]{64}$/) });

const pointOf = ({ seq, hash }: z.output<typeof Point>): ChainPoint => ({ seq: BigInt(seq), hash });
const presentPoint = ({ seq, hash }: ChainPoint) => ({ seq: String(seq), hash });

/** Each step reads thousands of events and computes their hashes. */
const STEPS_PER_MINUTE = 120;

export const verify = query(
  {
    scope: "settings:read",
    summary: "Verify the next part of the audit log",
    perMinute: STEPS_PER_MINUTE,
    input: z.object({ after: Point.optional(), end: Point.optional() }),
    output: z.object({
      /** The last event up to which the chain holds; the next step's `after`, until it is the end. */
      point: Point,
      /** The log's end when the first step was made; every later step's `end`. */
      end: Point,
      first_at: Timestamp.nullable(),
      last_at: Timestamp.nullable(),
      fault: z
        .object({
          seq: z.string(),
          kind: z.enum(["edited", "gap", "reordered", "truncated", "not_as_published"]),
        })
        .nullable(),
    }),
  },
  async ({ context, input }) => {
    const after = input.after ? pointOf(input.after) : CHAIN_START;
    const part = await verifyAuditLog(context, after, input.end ? pointOf(input.end) : null);
    return {
      point: presentPoint(part.point),
      end: presentPoint(part.end),
      first_at: part.firstAt,
      last_at: part.lastAt,
      fault: part.fault,
    };
  },
);
