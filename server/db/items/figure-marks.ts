import type { MARKED_ORIGINS } from "@/server/domain/pricing/evidence-origins";
import { anyKey, runWithHashJoins, type Tx } from "../database/transaction";

/** Figures of an item, by name. */
interface ItemFigures {
  readonly id: string;
  readonly figures: readonly string[];
}

/** Marks figures of items as entered by a token or an agent. */
export async function markFigures(
  tx: Tx,
  items: readonly ItemFigures[],
  origin: (typeof MARKED_ORIGINS)[number],
): Promise<void> {
  if (items.length === 0) return;
  const marks = items.map(({ id, figures }) => ({
    id,
    marks: Object.fromEntries(figures.map((figure) => [figure, origin])),
  }));
  await runWithHashJoins(
    tx,
    `UPDATE catalog_items i SET figures_from = i.figures_from || r.marks
     FROM jsonb_to_recordset($2::jsonb) AS r(id text, marks jsonb)
     WHERE i.workspace_id = $1 AND i.id = ${anyKey("$3::text[]")} AND i.id = r.id AND NOT i.figures_from @> r.marks`,
    [tx.tenant.workspaceId, JSON.stringify(marks), items.map(({ id }) => id)],
  );
}

/** Takes such marks away. */
export async function clearFigureMarks(tx: Tx, items: readonly ItemFigures[]): Promise<void> {
  if (items.length === 0) return;
  await runWithHashJoins(
    tx,
    `UPDATE catalog_items i SET figures_from = i.figures_from - r.figures
     FROM jsonb_to_recordset($2::jsonb) AS r(id text, figures text[])
     WHERE i.workspace_id = $1 AND i.id = ${anyKey("$3::text[]")} AND i.id = r.id
       AND jsonb_exists_any(i.figures_from, r.figures)`,
    [tx.tenant.workspaceId, JSON.stringify(items), items.map(({ id }) => id)],
  );
}
