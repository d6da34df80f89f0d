-- The figures by which lists of recommendations are grouped, filtered and sorted. Null where they are unknown, and in
-- rows that were decided before these columns existed.
ALTER TABLE "recommendations" ADD COLUMN "why" TEXT, ADD COLUMN "profit_change" BIGINT,
  ADD CHECK (why IN ('below_floor', 'above_market', 'room', 'other'));

-- The amounts of a trail have their currency's decimals, so that without the point they are minor units.
UPDATE recommendations r
SET why = CASE
    WHEN r.current_price < (
      SELECT replace(t ->> 'amount', '.', '')::numeric FROM json_array_elements(r.evidence::json -> 'trail') AS t
      WHERE t ->> 'rule' = 'margin_floor' AND t ->> 'effect' = 'floor' LIMIT 1) THEN 'below_floor'
    WHEN r.market_median IS NULL OR COALESCE(r.change_ratio, 0) = 0 THEN 'other'
    WHEN r.change_ratio < 0 THEN 'above_market'
    ELSE 'room' END
WHERE r.status IN ('held', 'new', 'accepted', 'pending_approval', 'approved', 'failed');

-- Profit of one unit: price less VAT and fees, rounded down, less cost. The cost is the same on both sides.
UPDATE recommendations r
SET profit_change = floor(r.recommended_price * kept / shown) - floor(r.current_price * kept / shown)
FROM policy_versions p CROSS JOIN LATERAL (
  SELECT COALESCE((p.document #>> '{pricing,vat_rate}')::numeric, 0) AS vat,
    COALESCE((p.document #>> '{pricing,fee_rate}')::numeric, 0) AS fee,
    COALESCE((p.document #>> '{pricing,includes_vat}')::boolean, false) AS included,
    COALESCE(p.document #>> '{pricing,fee_base}', 'gross') AS base
) AS terms CROSS JOIN LATERAL (
  SELECT 1 - fee * CASE WHEN base = 'gross' THEN 1 + vat ELSE 1 END AS kept,
    CASE WHEN included THEN 1 + vat ELSE 1 END AS shown
) AS factors
WHERE p.workspace_id = r.workspace_id AND p.version = r.policy_version AND r.recommended_price IS NOT NULL
  AND r.current_price IS NOT NULL AND r.cost IS NOT NULL
  AND r.status IN ('held', 'new', 'accepted', 'pending_approval', 'approved', 'failed');
