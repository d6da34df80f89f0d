import type { ExperimentStore } from "@/e2e/exactly-once/store";
import type { ApiProcess } from "@/e2e/faults/api-process";
import { type FaultShop, openShop, type WaitingPrice } from "@/e2e/faults/shop";
import { shuffled } from "@/server/testing/random";
import { sessionCookieOf } from "@/server/testing/session-cookie";
import { beginSession } from "@/server/usecases/accounts/sessions";

/** A workspace under load, with a store of its own and prices that wait for approval. */
export interface LoadedShop {
  readonly shop: FaultShop;
  readonly store: ExperimentStore;
  /** The Cookie header of its owner's browser. */
  readonly cookie: string;
  /** Takes prices that nobody has approved; fewer than asked for at the end. */
  readonly take: (count: number) => readonly WaitingPrice[];
  /** Gives prices back whose approval was not answered with 200. */
  readonly giveBack: (prices: readonly WaitingPrice[]) => void;
  /** Recommendations whose approval was answered with 200. */
  readonly answered: Set<string>;
}

const PLACE = { method: "password", network: "192.0.2.0/24", agent: "Firefox on Linux" } as const;

/**
 * Opens a workspace on a store.
 * @param url the store's address as the service reaches it
 * @param items the number of prices that wait for approval
 */
export async function openLoadedShop(
  office: ApiProcess,
  store: ExperimentStore,
  { url, items, random }: { url: string; items: number; random: () => number },
): Promise<LoadedShop> {
  const shop = await openShop(office, store, { url, items, random });
  // Each of the prices was found by a run of its own, and no other plan has so many a day.
  await office.sql("UPDATE workspaces SET plan = 'enterprise' WHERE id = $1", [shop.workspace.id]);
  const left = shuffled(shop.waiting, random);
  const subject = await beginSession(office.services, shop.workspace.userId, PLACE);
  return {
    shop,
    store,
    cookie: await sessionCookieOf(office.services, subject),
    take: (count) => left.splice(0, count),
    giveBack: (prices) => void left.push(...prices),
    answered: new Set(),
  };
}
