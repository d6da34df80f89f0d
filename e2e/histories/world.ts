import type fc from "fast-check";
import { inTenant } from "@/server/db/database/transaction";
import { latestRecommendations } from "@/server/db/runs/stage";
import type { Shop, ShopService } from "@/server/testing/shop";
import {
  type Model,
  type ModelItem,
  type Shown,
  whatWasWritten,
  whoApproved,
  wrongApproval,
  wrongInRun,
  wrongWrite,
} from "./model";

/** A member of the shop who may approve. */
export interface Approver {
  readonly userId: string;
  readonly token: string;
}

/** The shop that a history happens in. */
export interface World {
  readonly shops: ShopService;
  readonly shop: Shop;
  readonly people: readonly Approver[];
  readonly runId: string;
}

export type Step = fc.AsyncCommand<Model, World>;
type Act = (model: Model, world: World) => Promise<void>;

export const now = ({ shops }: World): number => shops.service.clock.now();

/** A step of a history; everything that it led to is compared with the model afterwards. */
export const step = (text: string, act: Act): Step => ({
  check: () => true,
  run: async (model, world) => {
    await act(model, world);
    await compare(model, world);
  },
  toString: () => text,
});

async function compare(model: Model, world: World): Promise<void> {
  for (const item of model.items) {
    const shown = await read(world, item);
    if (!item.decided && ["approved", "applied", "failed"].includes(shown.status)) {
      item.decided = true;
      item.asked.approved += 1;
      fail(wrongApproval(model, item, shown, now(world)));
      model.acts.add(whoApproved(item, shown));
    }
    const writes = await world.shop.given(item.ref);
    for (const { price } of writes.slice(item.written)) {
      fail(wrongWrite(model, item, Number(price), now(world)));
      model.acts.add(whatWasWritten(item, Number(price)));
    }
    item.written = writes.length;
    item.inStore = Number(writes.at(-1)?.price ?? item.inStore);
    if (shown.status === "applied" && (await targetUnderway(world, item)) === null)
      fail(wrongInRun(item, await isRevertedForRun(world, item)));
    const markers = writes.map(({ marker }) => marker);
    fail(new Set(markers).size === markers.length ? null : "a price was written twice");
  }
}

export function fail(wrong: string | null): void {
  if (wrong !== null) throw new Error(wrong);
}

export async function read({ shop }: World, { recommendation }: ModelItem): Promise<Shown> {
  const { json } = await shop.get(`/recommendations/${recommendation}`);
  const row = json as {
    status: string;
    version: number;
    recommended_price: { amount: string };
    decision: { by: string } | null;
  };
  return {
    status: row.status,
    version: row.version,
    recommended: Math.round(Number(row.recommended_price.amount) * 100),
    by: row.decision?.by ?? null,
  };
}

export const call = (
  { shops }: World,
  { token }: Approver,
  path: string,
  body: unknown = {},
  method = "POST",
) => shops.service.call(method, path, { token, body });

/** Returns the price that a write-back of the item is to write, in minor units; null if none is unresolved. */
export async function targetUnderway({ shops }: World, { item }: ModelItem): Promise<number | null> {
  const [row] = await shops.service.sql<{ price: bigint }>(
    "SELECT target_price AS price FROM write_backs WHERE item_id = $1 AND finished_at IS NULL",
    [item],
  );
  return row ? Number(row.price) : null;
}

/** Whether the next run would find that the item's applied price was taken back. */
async function isRevertedForRun({ shops, shop }: World, { item }: ModelItem): Promise<boolean> {
  const latest = await inTenant(shops.service.services.db, shop.workspace.tenant, (tx) =>
    latestRecommendations(tx, [item]),
  );
  return latest.some(({ reverted }) => reverted);
}
