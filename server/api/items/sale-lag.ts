import { z } from "zod";
import type { SaleLag as Lag } from "@/server/domain/items/shop-window";
import { Timestamp } from "../scalars";

/** A begin or an end of a sale that the store has not noticed. */
export const SaleLag = z
  .object({
    kind: z.enum(["late", "unread"]).meta({
      description:
        "`late`: the store was read since and still charges what it charged before. `unread`: it was not read since, so that what shoppers pay is unknown.",
    }),
    edge: z.enum(["begin", "end"]),
    at: Timestamp.meta({ description: "When the sale began or ended." }),
  })
  .nullable()
  .meta({ description: "A begin or an end of the sale that the store has not noticed; null for none." });

/** Serializes how far a store is behind its sale. */
export const presentLag = (lag: Lag | null): z.input<typeof SaleLag> =>
  lag && { kind: lag.kind, edge: lag.edge, at: new Date(lag.atMs).toISOString() };
