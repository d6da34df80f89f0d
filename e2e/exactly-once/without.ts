import type { Tx } from "@/server/db/database/transaction";
import {
  findWriteBack,
  type LeasedWriteBack,
  leaseWriteBack,
  type WriteBackRow,
} from "@/server/db/write-backs/write-backs";
import { STEPS, type Steps } from "@/server/usecases/write-backs/work";
import type { Guard } from "./options";

/**
 * The protocol with one guard taken away. The quarantine is a setting: it is taken away by setting it to nothing.
 */
export function stepsWithout(guard: Guard | null): Steps {
  switch (guard) {
    case "status":
      return { ...STEPS, leaseWriteBack: claimWhateverStatus };
    case "fence":
      return {
        ...STEPS,
        recordSend: async (tx, claimed, times) => STEPS.recordSend(tx, await unfenced(tx, claimed), times),
        pauseWriteBack: async (tx, claimed, pause) =>
          STEPS.pauseWriteBack(tx, await unfenced(tx, claimed), pause),
        endWriteBack: async (tx, claimed, end) => STEPS.endWriteBack(tx, await unfenced(tx, claimed), end),
      };
    case "read-back":
      return { ...STEPS, openStore: (context, row) => unread(STEPS.openStore(context, row)) };
    case "quarantine":
    case null:
      return STEPS;
  }
}

/** Claims what is due whatever has become of it, as one who trusts that every job is delivered once. */
async function claimWhateverStatus(
  tx: Tx,
  id: string,
  times: { readonly nowMs: number; readonly leaseMs: number },
): Promise<WriteBackRow | null> {
  const guarded = await leaseWriteBack(tx, id, times);
  if (guarded) return guarded;
  const claimed = await tx.run(
    `UPDATE write_backs SET fence = fence + 1, attempts = attempts + 1, lease_until = $4
     WHERE workspace_id = $1 AND id = $2 AND (lease_until IS NULL OR lease_until < $3)
       AND (not_before IS NULL OR not_before <= $3)`,
    [tx.tenant.workspaceId, id, new Date(times.nowMs), new Date(times.nowMs + times.leaseMs)],
  );
  return claimed === 1 ? findWriteBack(tx, id) : null;
}

/** The fence as it stands, whoever holds it. */
const unfenced = async (tx: Tx, { id, fence }: LeasedWriteBack): Promise<LeasedWriteBack> => ({
  id,
  fence: (await findWriteBack(tx, id, { lock: true }))?.fence ?? fence,
});

/** A store that is taken to stand where the approval found it, without looking. */
const unread = ({
  connector,
  connection,
}: ReturnType<Steps["openStore"]>): ReturnType<Steps["openStore"]> => ({
  connection,
  connector: {
    ...connector,
    readPrice: async (_connection, _ref, mirror) => ({
      price: mirror?.price ?? 0n,
      currency: mirror?.currency ?? "",
      marker: null,
    }),
  },
});
