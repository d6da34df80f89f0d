import type { ExperimentStore, StoredPrice } from "@/e2e/exactly-once/store";
import { SCOPES } from "@/server/domain/permissions";
import type { TestWorkspace } from "@/server/testing/factories";
import { shuffled } from "@/server/testing/random";
import type { ApiProcess } from "./api-process";

/** A price change that waits for approval. Prices are cents. */
export interface WaitingPrice {
  readonly recommendation: string;
  readonly item: string;
  readonly ref: string;
  readonly price: number;
  readonly target: number;
}

/** A workspace of one schedule, with people of different rights. */
export interface FaultShop {
  readonly workspace: TestWorkspace;
  readonly integration: string;
  /** Tokens of two people who may approve, and of two who may not: one by role, one by the token's scopes. */
  readonly approvers: readonly string[];
  readonly outsiders: readonly string[];
  readonly waiting: readonly WaitingPrice[];
}

const PRICE = 1999;

/**
 * Creates a workspace with `items` price changes that wait for approval.
 * @param url the store's address as the service reaches it
 */
export async function openShop(
  api: ApiProcess,
  store: ExperimentStore,
  { url, items, random }: { url: string; items: number; random: () => number },
): Promise<FaultShop> {
  const { arrange, sql } = api;
  const workspace = await arrange.workspace();
  const { id, userId } = workspace;
  await sql("UPDATE workspaces SET agents_may_approve = true WHERE id = $1", [id]);
  const integration = await arrange.connectedStore(id, { ...store, url });
  const second = await arrange.person({ workspaceId: id, role: "approver" });
  const viewer = await arrange.person({ workspaceId: id, role: "viewer" });
  const reading = SCOPES.filter((scope) => scope !== "recommendations:approve");
  const mint = arrange.mintToken;
  const products = store.hasCatalog ? [...(await store.prices())] : [];
  const free = shuffled(
    products.filter(([, found]) => found.price === found.charged && mayRise(found)),
    random,
  );
  const waiting: WaitingPrice[] = [];
  for (let n = 0; n < items; n += 1) waiting.push(await addWaiting(api, id, integration, free[n]));
  return {
    workspace,
    integration,
    approvers: [await mint({ workspaceId: id, userId }), await mint({ workspaceId: id, userId: second })],
    outsiders: [
      await mint({ workspaceId: id, userId: viewer }),
      await mint({ workspaceId: id, userId: second, scopes: reading }),
    ],
    waiting,
  };
}

const raised = (price: number): number => Math.round(price * 1.0705);

/** A price at or above the struck-through one is refused, which is no fault. */
const mayRise = ({ price, compareAt }: StoredPrice): boolean =>
  compareAt === undefined || raised(price) < compareAt;

/** Adds an item that the store has, and a recommendation to raise its price by a fourteenth. */
async function addWaiting(
  { arrange, sql }: ApiProcess,
  workspaceId: string,
  integration: string,
  known: readonly [string, { readonly price: number }] | undefined,
): Promise<WaitingPrice> {
  const price = known?.[1].price ?? PRICE;
  const target = raised(price);
  const item = await arrange.make.item(workspaceId, {
    price: BigInt(price),
    cost: BigInt(Math.round(price * 0.7)),
    ...(known === undefined ? {} : { integration_id: integration, store_ref: known[0] }),
  });
  const recommendation = await arrange.make.recommendation(workspaceId, {
    item_id: item,
    status: "pending_approval",
    accepted: true,
    current_price: BigInt(price),
    recommended_price: BigInt(target),
    cost: BigInt(Math.round(price * 0.7)),
  });
  const [row] = await sql<{ sku: string }>("SELECT sku FROM catalog_items WHERE id = $1", [item]);
  return { recommendation, item, ref: known?.[0] ?? row?.sku ?? "", price, target };
}
