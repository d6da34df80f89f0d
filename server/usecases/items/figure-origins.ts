import type { Tx } from "@/server/db/database/transaction";
import { clearFigureMarks, markFigures } from "@/server/db/items/figure-marks";
import type { ItemRecord } from "@/server/domain/items/item-patch";
import { type EvidenceOrigin, isMarkedOrigin } from "@/server/domain/pricing/evidence-origins";

/** The figures of an item that its price, or who decides about it, depends on. */
const FIGURES = [
  "currency",
  "cost",
  "costUpdatedAtMs",
  "mapPrice",
  "minPrice",
  "maxPrice",
  "msrp",
  "packSize",
  "stock",
  "tags",
  "category",
  "brand",
] as const satisfies readonly (keyof ItemRecord)[];
/** The price of an item of a store is read there again before it is written; its stock is not. */
const WITHOUT_STORE = [...FIGURES, "price"] as const satisfies readonly (keyof ItemRecord)[];

/**
 * Stores who entered the figures that changed, if it was a token or an agent; what others enter has no mark any more.
 * @param changes the items before and after; null before for a new one
 */
export async function markFigureOrigins(
  tx: Tx,
  changes: readonly { readonly before: ItemRecord | null; readonly after: ItemRecord }[],
  origin: EvidenceOrigin,
): Promise<void> {
  const figures = changes.flatMap(({ before, after }) => {
    const changed = changedFigures(before, after);
    return changed.length === 0 ? [] : [{ id: after.id, figures: changed }];
  });
  await (isMarkedOrigin(origin) ? markFigures(tx, figures, origin) : clearFigureMarks(tx, figures));
}

function changedFigures(before: ItemRecord | null, after: ItemRecord): string[] {
  const names = after.integrationId === null ? WITHOUT_STORE : FIGURES;
  const text = (item: ItemRecord | null, name: (typeof names)[number]) =>
    String(item === null ? null : (item[name] ?? null));
  return names.filter((name) => text(before, name) !== text(after, name));
}
