import type fc from "fast-check";
import { z } from "zod";
import { inTenant } from "@/server/db/database/transaction";
import { latestRecommendations } from "@/server/db/runs/stage";
import type { AgentEndpoint } from "@/server/testing/agents";
import type { browserCaller } from "@/server/testing/browser-caller";
import type { Shop, ShopService } from "@/server/testing/shop";
import { actsOfApproval, decidedBy, whatWasWritten, wrongApproval, wrongInRun, wrongWrite } from "./model";
import { needsTwoByNow, wrongPeople } from "./people";
import { BRINGERS, isWaiting, type Model, type ModelItem, type Round, roundOf, type Shown } from "./state";

/** A member of the shop who may approve. */
export interface Approver {
  readonly userId: string;
  readonly token: string;
}

/** The shop that a history happens in. */
export interface World {
  readonly shops: ShopService;
  readonly agents: AgentEndpoint;
  readonly shop: Shop;
  readonly people: readonly Approver[];
  /** The session of an owner in the browser. */
  readonly owner: Awaited<ReturnType<typeof browserCaller>>;
  readonly runId: string;
}

export type Step = fc.AsyncCommand<Model, World>;
type Act = (model: Model, world: World) => Promise<void>;

export const now = ({ shops }: Pick<World, "shops">): number => shops.service.clock.now();

/** A step of a history; everything that it led to is compared with the model afterwards. */
export const step = (text: string, act: Act): Step => ({
  check: () => true,
  run: async (model, world) => {
    await act(model, world);
    await compare(model, world);
  },
  toString: () => text,
});

/** Steps that lead to something only one after the other, as one: drawn apart they would hardly ever meet. */
export const together = (...steps: readonly Step[]): Step => ({
  check: () => true,
  run: async (model, world) => {
    for (const each of steps) await each.run(model, world);
  },
  toString: () => steps.map(String).join(", "),
});

/** Compares the shop with the model. */
export async function compare(model: Model, world: World): Promise<void> {
  for (const item of model.items) {
    const round = roundOf(item);
    const shown = await read(world, round);
    compareApproval(model, item, { round, shown }, now(world));
    await compareWrites(model, world, item);
    if (shown.status === "applied" && item.writer === round && (await targetUnderway(world, item)) === null)
      fail(wrongInRun(item, round, await isRevertedForRun(world, item)));
  }
}

function compareApproval(
  model: Model,
  item: ModelItem,
  { round, shown }: { readonly round: Round; readonly shown: Shown },
  nowMs: number,
): void {
  if (round.decided === null && ["approved", "applied", "failed"].includes(shown.status)) {
    const decided = decidedBy(model, item, round, shown, nowMs);
    round.decided = decided;
    round.asked.approved += 1;
    fail(wrongApproval(model, round, decided, nowMs));
    for (const act of actsOfApproval(model, item, decided, nowMs)) model.acts.add(act);
  }
  if (round.decided === null && !isWaiting(shown)) return;
  fail(wrongPeople(model, item, round, shown, nowMs));
  if (round.decided !== null && !round.decided.byLane)
    if ((round.decided.needed === 2) !== needsTwoByNow(model, item, shown, nowMs))
      model.acts.add("what was needed is shown after the lanes changed");
}

async function compareWrites(model: Model, world: World, item: ModelItem): Promise<void> {
  const writes = await world.shop.given(item.ref);
  for (const { price: text, marker } of writes.slice(item.written)) {
    const [price, nowMs] = [Number(text), now(world)];
    const round = await roundOfWrite(world, item, marker);
    fail(wrongWrite(model, item, round, price, nowMs));
    model.acts.add(whatWasWritten(round, price));
    item.writes.push({ atMs: nowMs, from: item.inStore });
    item.inStore = price;
    item.writer = round;
  }
  item.written = writes.length;
  const markers = writes.map(({ marker }) => marker);
  fail(new Set(markers).size === markers.length ? null : "a price was written twice");
}

async function roundOfWrite({ shops }: World, item: ModelItem, key: string | null): Promise<Round> {
  const [row] = await shops.service.sql<{ id: string }>(
    "SELECT recommendation_id AS id FROM write_backs WHERE write_key = $1",
    [key],
  );
  const round = item.rounds.find(({ recommendation }) => recommendation === row?.id);
  if (round === undefined) throw new Error("a price was written that was recommended for another item");
  return round;
}

export function fail(wrong: string | null): void {
  if (wrong !== null) throw new Error(wrong);
}

const amount = z.object({ amount: z.string().transform((text) => Math.round(Number(text) * 100)) });
const recommendation = z.object({
  status: z.string(),
  version: z.number(),
  current_price: amount,
  recommended_price: amount,
  override: z.object({ engine_price: amount }).nullable(),
  evidence: z.object({
    policy_version: z.number(),
    observations: z.array(z.object({ seller: z.string() })),
  }),
  approvals: z.object({ needed: z.number(), given: z.number() }).nullable(),
  decision: z.object({ by: z.string() }).nullable(),
});

export async function read({ shop }: World, { recommendation: id }: Round): Promise<Shown> {
  const { json } = await shop.get(`/recommendations/${id}`);
  const row = recommendation.parse(json);
  const sellers = row.evidence.observations.map(({ seller }) => seller);
  return {
    status: row.status,
    version: row.version,
    current: row.current_price.amount,
    recommended: row.recommended_price.amount,
    engine: row.override?.engine_price.amount ?? null,
    policyVersion: row.evidence.policy_version,
    origins: BRINGERS.filter((who) => sellers.some((seller) => seller.startsWith(who))),
    approvals: row.approvals,
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
