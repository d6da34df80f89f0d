import { inTenant, type Tx } from "@/server/db/database/transaction";
import {
  findWriteBack,
  type LeasedWriteBack,
  leaseWriteBack,
  type WriteBackRow,
} from "@/server/db/write-backs/write-backs";
import { UNKNOWN_WINDOW } from "@/server/domain/items/shop-window";
import type { RequestContext } from "@/server/usecases/request-context";
import type { WriteBackSteps } from "@/server/usecases/services";
import { WRITE_BACK_STEPS } from "@/server/usecases/write-backs/steps";
import type { Guard } from "./options";

/** Returns the protocol without one guard. The quarantine is a setting: it is disabled by a duration of zero. */
export function stepsWithout(guard: Guard | null): WriteBackSteps {
  switch (guard) {
    case "status":
      return { ...WRITE_BACK_STEPS, leaseWriteBack: leaseWhateverStatus };
    case "fence":
      return {
        ...WRITE_BACK_STEPS,
        recordSend: async (tx, leased, times) =>
          WRITE_BACK_STEPS.recordSend(tx, await unfenced(tx, leased), times),
        pauseWriteBack: async (tx, leased, pause) =>
          WRITE_BACK_STEPS.pauseWriteBack(tx, await unfenced(tx, leased), pause),
        endWriteBack: async (tx, leased, end) =>
          WRITE_BACK_STEPS.endWriteBack(tx, await unfenced(tx, leased), end),
      };
    case "read-back":
      return {
        ...WRITE_BACK_STEPS,
        resolveStore: (context, row) => unread(WRITE_BACK_STEPS.resolveStore(context, row)),
      };
    case "price-fields":
      return {
        ...WRITE_BACK_STEPS,
        resolveStore: (context, row) => trustingKeys(context, WRITE_BACK_STEPS.resolveStore(context, row)),
      };
    case "quarantine":
    case null:
      return WRITE_BACK_STEPS;
  }
}

/** Leases a due write-back regardless of its status, as if every job were delivered once. */
async function leaseWhateverStatus(
  tx: Tx,
  id: string,
  times: { readonly nowMs: number; readonly leaseMs: number },
): Promise<WriteBackRow | null> {
  const guarded = await leaseWriteBack(tx, id, times);
  if (guarded) return guarded;
  const leased = await tx.run(
    `UPDATE write_backs SET fence = fence + 1, attempts = attempts + 1, lease_until = $4
     WHERE workspace_id = $1 AND id = $2 AND (lease_until IS NULL OR lease_until < $3)
       AND (not_before IS NULL OR not_before <= $3)`,
    [tx.tenant.workspaceId, id, new Date(times.nowMs), new Date(times.nowMs + times.leaseMs)],
  );
  return leased === 1 ? findWriteBack(tx, id) : null;
}

/** Replaces the lease's fence with the stored one, so that the fence check always passes. */
const unfenced = async (tx: Tx, { id, fence }: LeasedWriteBack): Promise<LeasedWriteBack> => ({
  id,
  fence: (await findWriteBack(tx, id, { lock: true }))?.fence ?? fence,
});

/** Replaces the store read: reports the price the approval was based on, without a request. */
const unread = ({
  connector,
  connection,
}: ReturnType<WriteBackSteps["resolveStore"]>): ReturnType<WriteBackSteps["resolveStore"]> => ({
  connection,
  connector: {
    ...connector,
    readPrice: async (_connection, _ref, mirror) => ({
      ...UNKNOWN_WINDOW,
      price: mirror?.price ?? 0n,
      currency: mirror?.currency ?? "",
      writeKey: null,
      complete: true,
    }),
  },
});

/** Replaces the price beside one of our write keys by the price that its write intends, as if the key proved it. */
const trustingKeys = (
  { services, tenant }: Pick<RequestContext, "services" | "tenant">,
  { connector, connection }: ReturnType<WriteBackSteps["resolveStore"]>,
): ReturnType<WriteBackSteps["resolveStore"]> => ({
  connection,
  connector: {
    ...connector,
    readPrice: async (...request) => {
      const reading = await connector.readPrice(...request);
      const { writeKey } = reading;
      if (writeKey === null) return reading;
      const own = await inTenant(services.db, tenant, (tx) => findWriteBack(tx, writeKey));
      return own === null ? reading : { ...reading, price: own.targetPrice, complete: true };
    },
  },
});
