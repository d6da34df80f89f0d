import { z } from "zod";
import { auditObjects } from "@/server/db/audit/objects";
import type { Tx } from "@/server/db/database/transaction";
import { type FoundItem, searchItems } from "@/server/db/items/search";
import { latestRecommendations } from "@/server/db/recommendations/latest";
import { runsHolding } from "@/server/db/runs/held";
import { listRuns } from "@/server/db/runs/runs";
import { ITEM_STATES, itemState } from "@/server/domain/items/item-state";
import { VISIBLE_RECOMMENDATION_STATUSES } from "@/server/domain/recommendations/recommendation";
import { RUN_STATUSES } from "@/server/domain/runs/run";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { Timestamp } from "../scalars";

const ITEMS = 6;
const RUNS = 5;
/** The whole answer is to take no longer than 100 ms; a part of the catalog that was begun takes about 10. */
const SEARCH_MS = 60;
/** The form of every id; only objects with a page of their own are looked up by it. */
const ID = /^[a-z]{3,4}_[0-9a-z_]{3,60}$/;
const WITH_PAGE = z.enum(["item", "recommendation", "run"]);

const Found = z.object({
  items: z.array(
    z.object({ id: z.string(), sku: z.string(), title: z.string(), state: z.enum(ITEM_STATES) }),
  ),
  /** The newest recommendation of each item that was found. */
  recommendations: z.array(
    z.object({ id: z.string(), sku: z.string(), status: z.enum(VISIBLE_RECOMMENDATION_STATUSES) }),
  ),
  /** The newest runs, whatever is searched for. */
  runs: z.array(
    z.object({ id: z.string(), status: z.enum([...RUN_STATUSES, "held"]), created_at: Timestamp }),
  ),
  /** What has the id that is searched for. */
  object: z.object({ kind: WITH_PAGE, id: z.string(), name: z.string().nullable() }).nullable(),
  /** False if the time was over before all of the catalog was searched. */
  complete: z.boolean(),
});

export const find = query(
  {
    scope: "catalog:read",
    summary: "Find items, recommendations and runs by a text",
    input: z.object({ text: z.string().trim().max(200) }),
    output: Found,
  },
  ({ context, input: { text } }) =>
    readTransaction(context, async (tx) => {
      const untilMs = performance.now() + SEARCH_MS;
      const { items, complete } =
        text.length < 2
          ? { items: [], complete: true }
          : await searchItems(tx, text, { most: ITEMS, untilMs });
      const newest = await latestRecommendations(
        tx,
        items.map(({ id }) => id),
        new Date(context.services.now()),
      );
      const runs = await listRuns(tx, { before: null, limit: RUNS });
      const holding = await runsHolding(tx, runs);
      return {
        items: items.map(presentItem),
        recommendations: newest.map(({ id, itemId, status, snoozed }) => ({
          id,
          sku: items.find((item) => item.id === itemId)?.sku ?? itemId,
          status: snoozed ? ("snoozed" as const) : status,
        })),
        runs: runs.map((run) => ({
          id: run.id,
          status: holding.has(run.id) ? ("held" as const) : run.status,
          created_at: run.createdAt.toISOString(),
        })),
        object: ID.test(text) ? await objectOf(tx, text) : null,
        complete,
      };
    }),
);

const presentItem = ({ id, sku, title, archivedAt, storeState }: FoundItem) => ({
  id,
  sku,
  title,
  state: itemState({ archivedAtMs: archivedAt?.getTime() ?? null, storeState }),
});

async function objectOf(tx: Tx, id: string): Promise<z.input<typeof Found>["object"]> {
  const object = (await auditObjects(tx, [id])).get(id);
  const kind = WITH_PAGE.safeParse(object?.kind);
  return object && kind.success ? { kind: kind.data, id: object.id, name: object.name } : null;
}
