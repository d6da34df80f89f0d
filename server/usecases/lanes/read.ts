import { laneUse } from "@/server/db/lanes/decisions";
import { type LaneMode, listLaneModes } from "@/server/db/lanes/modes";
import { countActiveItems } from "@/server/db/lanes/passes";
import { DAY_MS } from "@/server/domain/durations";
import type { LaneUse } from "@/server/domain/pricing/lane-day";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
import { automaticLanes, requireActiveLanes } from "../approvals/policy-lanes";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

/** A lane of the active policy; `mode` and `use` are null where people decide. */
export interface LaneState {
  readonly lane: Lane;
  readonly mode: LaneMode | "closed" | null;
  /** Whether it was switched on with other lanes or scopes, which closed it. */
  readonly outdated: boolean;
  readonly setAt: Date | null;
  /** What it approved in the last 24 hours, or would have in shadow. */
  readonly use: LaneUse | null;
}

/** Returns the lanes of the active policy in their order, its version and currency, and the number of active items. */
export const readLanes = (
  context: RequestContext,
): Promise<{
  readonly version: number;
  readonly currency: string;
  readonly activeItems: number;
  readonly lanes: readonly LaneState[];
}> =>
  readTransaction(context, async (tx) => {
    const { version, lanes, policy, fingerprint } = await requireActiveLanes(tx);
    const modes = new Map((await listLaneModes(tx)).map((row) => [row.lane, row]));
    const since = new Date(context.services.now() - DAY_MS);
    const states: LaneState[] = [];
    for (const lane of lanes) {
      const set = modes.get(lane.name);
      const stands = set?.fingerprint === fingerprint;
      const automatic = lane.decided_by === "automatic";
      states.push({
        lane,
        mode: automatic ? (stands ? set.mode : "closed") : null,
        outdated: automatic && set !== undefined && !stands,
        setAt: automatic && stands ? set.setAt : null,
        use: automatic
          ? await laneUse(tx, {
              lane: lane.name,
              automatic: automaticLanes(lanes),
              mode: set?.mode ?? "shadow",
              since,
              currency: policy.currency,
            })
          : null,
      });
    }
    return { version, currency: policy.currency, activeItems: await countActiveItems(tx), lanes: states };
  });
