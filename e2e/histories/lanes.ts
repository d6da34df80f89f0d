import { inTenant } from "@/server/db/database/transaction";
import { EVIDENCE_ORIGINS } from "@/server/domain/pricing/evidence-origins";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
import { requireActiveLanes } from "@/server/usecases/approvals/policy-lanes";
import { type LaneKind, RULES } from "./lane-rules";
import type { World } from "./world";

const SMALL = {
  name: "Small",
  decided_by: "automatic",
  at_most: { change: "0.05" },
  a_day: { items: "0.34" },
} as const satisfies Lane;
const LARGE = { name: "Large", decided_by: "two_people" } as const satisfies Lane;

const LANES: Readonly<Record<LaneKind, readonly Lane[]>> = {
  usual: [SMALL, LARGE],
  fed: [{ ...SMALL, evidence_from: [...EVIDENCE_ORIGINS], agents_runs: true }, LARGE],
  strict: [LARGE],
  none: [],
};

/**
 * Gives the shop's policy other lanes as its owner does, and opens the one that decides by itself.
 * @returns the version
 */
export async function setLanes(
  { shops, shop, owner }: Omit<World, "people">,
  kind: LaneKind,
): Promise<number> {
  const { document } = await owner.policy.get({});
  const { version } = await owner.policy.set({ document: { ...document, lanes: [...LANES[kind]] } });
  if (RULES[kind].smallUpTo === null) return version;
  const { service } = shops;
  const { id, tenant } = shop.workspace;
  const { fingerprint } = await inTenant(service.services.db, tenant, requireActiveLanes);
  await service.sql(
    `INSERT INTO lane_modes (workspace_id, lane, fingerprint, mode, set_by, set_at, trial)
     VALUES ($1, 'Small', $2, 'open', 'test', now(), '{}')
     ON CONFLICT (workspace_id, lane) DO UPDATE SET fingerprint = excluded.fingerprint, mode = 'open'`,
    [id, fingerprint],
  );
  return version;
}
