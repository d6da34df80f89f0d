import type { Lane } from "@/server/domain/pricing/policy-lanes";
import type { Shop, ShopService } from "@/server/testing/shop";

const LARGE = { name: "Large", decided_by: "two_people" } as const satisfies Lane;

/** The lanes that a history begins with. */
export const LANES: readonly Lane[] = [
  { name: "Small", decided_by: "automatic", at_most: { change: "0.05" }, a_day: { items: "0.34" } },
  LARGE,
];

/** Everything needs two people. */
export const STRICT_LANES: readonly Lane[] = [LARGE];

/** Gives the shop's policy other lanes, without a new version of it. */
export const setLanes = ({ service }: ShopService, { workspace }: Shop, lanes: readonly Lane[]) =>
  service.sql("UPDATE policy_versions SET document = document || $2::jsonb WHERE workspace_id = $1", [
    workspace.id,
    JSON.stringify({ lanes }),
  ]);
