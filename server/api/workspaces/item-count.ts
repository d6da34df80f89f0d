import { z } from "zod";
import { countItems } from "@/server/db/workspaces/summary";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";

/**
 * The size of the catalog, apart from the other counts: they are read at every change, and a large catalog is slow to
 * count.
 */
export const itemCount = query(
  {
    scope: "workspace:read",
    summary: "Count the items of the catalog",
    input: z.object({}),
    output: z.object({ items: z.int() }),
  },
  async ({ context }) => ({ items: await readTransaction(context, countItems) }),
);
