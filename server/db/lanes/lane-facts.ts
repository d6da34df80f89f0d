import type { ReadWindow } from "@/server/domain/items/shop-window";
import type { EvidenceOrigin } from "@/server/domain/pricing/evidence-origins";
import type { EngineItem, ScopeSubject } from "@/server/domain/pricing/inputs";
import type { ItemPast } from "@/server/domain/pricing/lanes";
import type { NamedStatement, RunStatement } from "../database/query";
import { originsSql } from "../items/evidence-origins";
import { type ItemPastColumns, itemPastOf, itemPastSql } from "../items/item-past";
import { type WindowColumns, windowOf, windowSql } from "../items/shop-windows";
import { evidenceSql, lastRunSql } from "../run-series/read-seen";

/** The fields of an item that lanes look at. */
export type LaneItem = ScopeSubject & Pick<EngineItem, "currency" | "packSize" | "stock" | "costUpdatedAtMs">;

/** What lanes look at in a recommendation besides its own figures. */
export interface LaneFacts {
  /** The item as it is now, and as the runs saw it that recommended the price, unless their results were deleted. */
  readonly items: readonly LaneItem[];
  /**
   * The price before the first of the service's own writes of the last 24 hours, in minor units of the
   * recommendation's currency; null without such a write.
   */
  readonly priceBefore: bigint | null;
  /** What the store showed of the item when it was last read. */
  readonly window: ReadWindow;
  /** Everybody who brought the item's figures and the observed prices; empty if it was not asked for. */
  readonly origins: readonly EvidenceOrigin[];
  /** Without changes by hand if they were not asked for. */
  readonly past: ItemPast;
}

/** An item as the stored input of a run has it; that of engine 1 has no size of a pack. */
interface StoredItem {
  readonly sku: string;
  readonly currency: string;
  readonly price: string | null;
  readonly pack_size?: string | null;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly brand: string | null;
  readonly stock: number | null;
  readonly cost_updated_at: string | null;
}

// A write may have taken effect from its first send on, so all that were sent count. A variant whose sku changed in its
// store belongs to another item now. OFFSET 0 makes the planner look every row up by its key.
const FACTS: NamedStatement = {
  name: "lane_facts",
  text: `SELECT r.id, first.expected_price AS "priceBefore", items.all AS items, ${windowSql("i")},
      ${itemPastSql("i", "$3::timestamptz", { withEdits: "$5" })},
      CASE WHEN $4 THEN ${originsSql(
        "i",
        `SELECT e ->> 'id' FROM jsonb_array_elements((${evidenceSql("r")})::jsonb -> 'observations') e`,
      )} END AS origins
    FROM unnest($2::text[]) AS chosen (id)
    JOIN LATERAL (SELECT * FROM recommendations o WHERE o.workspace_id = $1 AND o.id = chosen.id OFFSET 0) r ON true
    JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = $1 AND c.id = r.item_id OFFSET 0) i ON true
    LEFT JOIN LATERAL (
      SELECT w.expected_price FROM (
        SELECT * FROM write_backs o WHERE o.workspace_id = $1 AND o.item_id = i.id
        UNION ALL
        SELECT * FROM write_backs o
        WHERE o.workspace_id = $1 AND o.integration_id = i.integration_id AND o.store_ref = i.store_ref
          AND o.item_id <> i.id) w
      WHERE w.sends > 0 AND w.currency = r.currency AND COALESCE(w.finished_at, w.sent_at) > $3::timestamptz - interval '24 hours'
      ORDER BY w.id LIMIT 1) first ON true
    CROSS JOIN LATERAL (
      SELECT json_agg(every.item) AS all FROM (
        SELECT json_build_object('sku', i.sku, 'currency', i.currency, 'price', i.price::text, 'pack_size', i.pack_size,
          'tags', i.tags, 'category', i.category, 'brand', i.brand, 'stock', i.stock,
          'cost_updated_at', i.cost_updated_at) AS item
        UNION ALL
        SELECT o.input::json -> 'item' FROM run_results o
        WHERE o.workspace_id = $1 AND o.run_id IN (r.run_id, ${lastRunSql("r")}) AND o.item_id = r.item_id) every
      ) items`,
};

/**
 * Returns what lanes look at besides the figures of these recommendations, by id.
 * @param nowMs end of the 24 hours whose writes count, and the time from which the item's past is looked at
 * @param withOrigins whether it matters who brought the evidence
 * @param withPast whether the item's past matters
 */
export async function laneFacts(
  run: RunStatement,
  workspaceId: string,
  recommendationIds: readonly string[],
  {
    nowMs,
    withOrigins,
    withPast,
  }: { readonly nowMs: number; readonly withOrigins: boolean; readonly withPast: boolean },
): Promise<ReadonlyMap<string, LaneFacts>> {
  type Row = WindowColumns &
    ItemPastColumns & {
      id: string;
      priceBefore: bigint | null;
      items: readonly StoredItem[];
      origins: readonly EvidenceOrigin[] | null;
    };
  const rows = await run<Row>(FACTS, [
    workspaceId,
    recommendationIds,
    new Date(nowMs),
    withOrigins,
    withPast,
  ]);
  return new Map(
    rows.map(({ id, priceBefore, items, origins, ...row }) => [
      id,
      {
        priceBefore,
        items: items.map(laneItemOf),
        window: windowOf(row),
        origins: origins ?? [],
        past: itemPastOf(row),
      },
    ]),
  );
}

const laneItemOf = ({
  price,
  pack_size: packSize = null,
  cost_updated_at: costAt,
  ...item
}: StoredItem): LaneItem => ({
  sku: item.sku,
  currency: item.currency,
  price: price === null ? null : BigInt(price),
  packSize,
  tags: item.tags,
  category: item.category,
  brand: item.brand,
  stock: item.stock,
  costUpdatedAtMs: costAt === null ? null : Date.parse(costAt),
});
