import { inTenant } from "@/server/db/database/transaction";
import type { LaneMode } from "@/server/db/lanes/modes";
import { insertLanePass } from "@/server/db/lanes/passes";
import { DomainError } from "@/server/domain/errors";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
import { processLanePass } from "@/server/usecases/lanes/process";
import { browserCaller } from "./browser-caller";
import type { Columns } from "./factories";
import type { Pending, Shop, ShopService } from "./shop";

/** Changes up to 10 % are the lane's, without a limit of the day that tests would meet by accident. */
export const SMALL = {
  name: "Small",
  decided_by: "automatic",
  at_most: { change: "0.10" },
  confidence: "high",
  a_day: { items: "1" },
} as const satisfies Lane;

/** A workspace whose policy has lanes, with the steps that tests of lanes take. */
export interface LaneShop {
  readonly shop: Shop;
  readonly owner: Awaited<ReturnType<typeof browserCaller>>;
  /** Activates the active policy's document with other lanes. @returns the new version */
  readonly setLanes: (lanes: readonly Lane[]) => Promise<number>;
  /** The run whose recommendations `make` creates and `pass` has the lanes look at, unless another is named. */
  readonly runId: string;
  /** Switches as the owner, or as another person. @returns the lane's new mode, or the code of the error */
  readonly setMode: (
    lane: string,
    mode: LaneMode | "closed",
    proof?: string,
    by?: LaneShop["owner"],
  ) => Promise<string>;
  /** Tries a lane, and switches it to shadow, or by way of shadow to open. */
  readonly switchOn: (lane: string, mode?: LaneMode) => Promise<void>;
  /** Creates price changes of one run that wait for approval. */
  readonly make: (count: number, over?: Over, runId?: string) => Promise<Pending[]>;
  /** Has the lanes look at the recommendations of a run, as after its end; several workers do so at once. */
  readonly pass: (runId?: string, workers?: number) => Promise<void>;
  readonly shown: (pending: Pending | undefined) => Promise<Record<string, unknown>>;
  /** Outcome, mode and reason of each decision of a lane, oldest first. */
  readonly outcomes: () => Promise<unknown[][]>;
}

type Over = { readonly item?: Columns; readonly recommendation?: Columns };

/** Opens a workspace whose policy has the lane SMALL, closed, and its owner's session in the browser. */
export async function openLaneShop(shops: ShopService): Promise<LaneShop> {
  const shop = await shops.shop();
  const { service } = shops;
  const { id: workspaceId, tenant } = shop.workspace;
  const ownRun = service.services.newId("run");
  const userId = await service.person({ workspaceId, role: "owner" });
  const owner = await browserCaller(service, { userId, workspaceId });
  const setLanes: LaneShop["setLanes"] = async (lanes) => {
    const { document } = await owner.policy.get({});
    const { version } = await owner.policy.set({ document: { ...document, lanes: [...lanes] } });
    return version;
  };
  const setMode: LaneShop["setMode"] = (lane, mode, proof, by = owner) =>
    by.lanes.setMode({ lane, mode, proof }).then(
      ({ mode: now }) => now,
      ({ cause }: { cause?: unknown }) => (cause instanceof DomainError ? cause.code : "unexpected"),
    );
  await setLanes([SMALL]);
  return {
    shop,
    owner,
    runId: ownRun,
    setLanes,
    setMode,
    switchOn: async (lane, mode = "open") => {
      const { proof } = await owner.lanes.trial({ lane });
      await owner.lanes.setMode({ lane, mode: "shadow", proof });
      if (mode === "open") await owner.lanes.setMode({ lane, mode, proof });
    },
    make: async (count, over = {}, runId = ownRun) => {
      const made: Pending[] = [];
      const run = { run_id: runId, last_run_id: runId };
      for (let n = 0; n < count; n++)
        made.push(await shop.pending({ ...over, recommendation: { ...run, ...over.recommendation } }));
      return made;
    },
    pass: async (runId = ownRun, workers = 1) => {
      await service.sql("DELETE FROM lane_passes WHERE workspace_id = $1 AND run_id = $2", [
        workspaceId,
        runId,
      ]);
      const { db, now } = service.services;
      await inTenant(db, tenant, (tx) => insertLanePass(tx, runId, new Date(now())));
      await Promise.all(
        Array.from({ length: workers }, () => processLanePass(service.services, tenant, runId)),
      );
    },
    shown: async (pending) => (await shop.get(`/recommendations/${pending?.recommendation}`)).json ?? {},
    outcomes: async () => {
      const rows = await service.sql(
        "SELECT outcome, mode, reason FROM lane_decisions WHERE workspace_id = $1 ORDER BY id",
        [workspaceId],
      );
      return rows.map(({ outcome, mode, reason }) => [outcome, mode, reason]);
    },
  };
}
