import type { Tx } from "@/server/db/database/transaction";
import { findConnected } from "@/server/db/integrations/integrations";
import { itemsBySku } from "@/server/db/items/items";
import { getWorkspace } from "@/server/db/members/memberships";
import { firstSteps } from "@/server/db/workspaces/first-steps";
import { countItems } from "@/server/db/workspaces/summary";
import { DomainError } from "@/server/domain/errors";
import { patchOf, SAMPLE_ITEMS } from "@/server/domain/sample-shop/catalog";
import { observationsOf } from "@/server/domain/sample-shop/market";
import { SAMPLE_SHOP_ITEMS } from "@/server/domain/sample-shop/size";
import { connectStore } from "../integrations/connect";
import { applyItems } from "../items/apply";
import { observeRows } from "../observations/record";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { triggerRun } from "../runs/trigger";
import { readTransaction, writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

const TAKEN = SAMPLE_ITEMS.slice(0, SAMPLE_SHOP_ITEMS);

/** What the sample shop brought: no rows where it had been taken before. */
export interface SampleShop {
  readonly items: number;
  readonly observations: number;
  /** The first run, which begins by itself; null where the workspace had one before, or may not start one yet. */
  readonly runId: string | null;
}

/**
 * Fills an empty workspace with the sample shop: items with costs, what invented competitors charge for them, and the
 * sandbox store, so that a price can be written without a shop of one's own. The amounts are in the workspace's
 * currency; its currency and VAT stay unconfirmed, because a person has said nothing of them. The first run over it is
 * started, so that there are prices to decide on. A repeat goes on where it was interrupted.
 * @throws DomainError conflict where the catalog has other items, another store is connected, or this installation runs
 * no sandbox store; plan_limit in a suspended workspace
 */
export async function takeSampleShop(context: RequestContext): Promise<SampleShop> {
  if (context.services.sandbox === null)
    throw new DomainError("conflict", "This installation has no sandbox store.");
  // The request is answered after all parts: a repeat of one that ended between them goes on.
  const { idempotencySlot: _slot, ...part } = context;
  const brought = await writeTransaction(part, (tx) => bringRows(part, tx));
  const connected = await readTransaction(part, (tx) => findConnected(tx));
  if (!connected) await connectStore(part, { kind: "sandbox" });
  return { ...brought, runId: await startFirstRun(part) };
}

/** What forbids the run, such as an unconfirmed address, is said where a person starts it. */
async function startFirstRun(context: RequestContext): Promise<string | null> {
  const { run } = await readTransaction(context, firstSteps);
  if (run !== null) return null;
  try {
    return (await triggerRun(context, { trigger: "manual", subsetTags: [] })).id;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

async function bringRows(context: RequestContext, tx: Tx): Promise<Omit<SampleShop, "runId">> {
  const { services } = context;
  requireWritableWorkspace(context);
  const skus = TAKEN.map(({ sku }) => sku);
  const known = await itemsBySku(tx, skus);
  if (known.size !== (await countItems(tx)))
    throw new DomainError("conflict", "The catalog has items already; the sample shop is for an empty one.");
  const store = await findConnected(tx);
  if (store && store.kind !== "sandbox")
    throw new DomainError("conflict", "A store is connected already; the sample shop brings its own.");
  if (known.size > 0) return { items: 0, observations: 0 };
  const { currency } = await getWorkspace(tx);
  const merges = await applyItems(
    context,
    tx,
    TAKEN.map((item) => patchOf(item, item.costNow, currency)),
    "import",
  );
  const seen = TAKEN.flatMap((item, index) => observationsOf(item, index, services.now(), currency));
  const rows = await observeRows(context, tx, seen, "import");
  const refused = [...merges, ...rows].filter(({ outcome }) => outcome === "refused");
  if (refused.length > 0) throw new Error("the sample shop has invalid rows");
  const brought = { items: merges.length, observations: rows.length };
  await recordChange(context, tx, {
    action: "sample_shop.take",
    subject: tx.tenant.workspaceId,
    after: brought,
  });
  return brought;
}
