import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import {
  type Due,
  expiredPositions,
  lockMarketItems,
  type MarketItemRow,
  marksAfter,
  type StoredPosition,
  spreadMark,
  storePositions,
  takeMarks,
} from "@/server/db/items/market-marks";
import { activePolicyVersion, findPolicyDocument } from "@/server/db/policy/versions";
import { marketEnd, type Policy } from "@/server/domain/pricing/engine";
import type { Services } from "../services";
import { beginSlice } from "../slice";
import { marketOfRow } from "./row-market";
import { readStoredPolicy } from "./stored-policies";

const ITEMS_AT_ONCE = 500;

/**
 * Computes and stores the market positions of a workspace's marked items, and of those whose position holds no longer,
 * for a while; what is left stays due. Any number of processes may do so at once. An item that somebody else has locked
 * keeps its marks, and is unknown to the lists until the next time.
 */
export async function settleMarkets(services: Services, tenant: Tenant, signal?: AbortSignal): Promise<void> {
  const isOver = beginSlice(services, signal);
  const policyOf = policyReader();
  await inTenant(services.db, tenant, spreadMark, { timeoutMs: 60_000 });
  let after: string | undefined = "";
  while (after !== undefined && !isOver()) {
    const from: string = after;
    after = await inTenant(services.db, tenant, async (tx) => {
      const marked = await marksAfter(tx, { after: from, limit: ITEMS_AT_ONCE });
      await settle(services, tx, marked, await policyOf(tx));
      return marked.at(-1)?.itemId;
    });
  }
  for (let settled = ITEMS_AT_ONCE; settled === ITEMS_AT_ONCE && !isOver(); )
    settled = await inTenant(services.db, tenant, async (tx) => {
      const expired = await expiredPositions(tx, { at: new Date(services.now()), limit: ITEMS_AT_ONCE });
      const due = expired.map((itemId) => ({ itemId, marks: [] }));
      return settle(services, tx, due, await policyOf(tx));
    });
}

/** @returns how many of the items were not locked by somebody else */
async function settle(
  services: Services,
  tx: Tx,
  due: readonly Due[],
  policy: Policy | null,
): Promise<number> {
  if (due.length === 0) return 0;
  const items = await lockMarketItems(
    tx,
    due.map(({ itemId }) => itemId),
  );
  const nowMs = services.now();
  await storePositions(
    tx,
    items.map((item) => positionAt(item, policy, nowMs)),
  );
  const locked = new Set(items.map(({ id }) => id));
  await takeMarks(
    tx,
    due.filter(({ itemId }) => locked.has(itemId)),
  );
  return items.length;
}

/** The position of an item under a policy at a time; unknown under an invalid policy. */
function positionAt(row: MarketItemRow, policy: Policy | null, nowMs: number): StoredPosition {
  const { id } = row;
  if (policy === null) return { id, priceIndex: null, untilMs: null };
  const { view, paid, gates, offers, window } = marketOfRow(row, policy, nowMs);
  const { median } = view.figures;
  return {
    id,
    priceIndex: paid === null || median === null ? null : Number(paid) / Number(median),
    untilMs: marketEnd(offers, window.sale, gates.maxObservationAgeMs, nowMs),
  };
}

/** Returns a function that reads the active policy, and reads its document again only when it is another version. */
function policyReader(): (tx: Tx) => Promise<Policy | null> {
  let read: { readonly version: number; readonly policy: Policy | null } | undefined;
  return async (tx) => {
    const version = await activePolicyVersion(tx);
    if (read?.version !== version)
      read = { version, policy: readStoredPolicy(await findPolicyDocument(tx, version)).policy };
    return read.policy;
  };
}
