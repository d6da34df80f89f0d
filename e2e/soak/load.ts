import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { Answer, Requests } from "./requests";
import type { LoadedShop } from "./supply";

/** A kind of request with its share of all. */
interface Act {
  readonly share: number;
  readonly act: (shop: LoadedShop) => Promise<unknown>;
}

export interface Load {
  readonly shops: readonly LoadedShop[];
  readonly requests: Requests;
  readonly random: () => number;
  /** Milliseconds between two requests; with too many unanswered ones, none is sent. */
  readonly everyMs: number;
}

const AT_ONCE = 12;
const BATCH = 4;
const READS = [
  "/recommendations?limit=20",
  "/catalog/items?limit=20",
  "/runs?limit=10",
  "/alerts?limit=10",
  "/workspace/status",
];
const PAGES = ["", "/approvals", "/catalog", "/recommendations", "/runs", "/alerts"];
const QUERIES = ["integrations.list", "recommendations.inboxCounts"].map((name) => `${name}?input=%7B%7D`);

/**
 * Sends requests of every kind at a bounded rate until the signal aborts, and waits for the last answers. Throws what
 * one of them threw, at once.
 */
export async function loadUntil(load: Load, signal: AbortSignal): Promise<void> {
  const acts = actsOf(load);
  const total = acts.reduce((sum, { share }) => sum + share, 0);
  const underway = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  while (!signal.aborted && failures.length === 0) {
    if (underway.size < AT_ONCE) {
      const work = pick(acts, load.random() * total)
        .act(one(load.shops, load.random))
        .catch((error: unknown) => failures.push(error))
        .finally(() => underway.delete(work));
      underway.add(work);
    }
    await pause(load.everyMs);
  }
  await Promise.all(underway);
  if (failures.length > 0) throw failures[0];
}

function pick(acts: readonly Act[], drawn: number): Act {
  let passed = 0;
  const found = acts.find(({ share }) => (passed += share) > drawn) ?? acts[0];
  if (!found) throw new Error("the load has no requests");
  return found;
}

function one<T>(list: readonly T[], random: () => number): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error("there is nothing to choose from");
  return found;
}

function actsOf({ requests, random }: Load): readonly Act[] {
  const { rest, agent, call, page } = requests;
  let imports = 0;
  return [
    { share: 20, act: (shop) => rest(shop, one(READS, random)) },
    { share: 12, act: (shop) => page(shop, one(PAGES, random)) },
    { share: 12, act: (shop) => call(shop, one(QUERIES, random)) },
    { share: 8, act: (shop) => agent(shop, "recommendations_list", { limit: 10 }) },
    { share: 6, act: (shop) => approve(shop, (id) => rest(shop, `/recommendations/${id}/approve`, {})) },
    {
      share: 4,
      act: (shop) =>
        approve(shop, async (id) => {
          const answer = await agent(shop, "recommendations_approve", { rec_id: id, version: 1 });
          // An agent is told with 200 that its request failed.
          return answer.status === 200 && !answer.text.includes('"ok":true') ? NOT_CARRIED_OUT : answer;
        }),
    },
    {
      share: 4,
      act: (shop) => approve(shop, (id) => call(shop, "recommendations.approve", { rec_id: id })),
    },
    { share: 1, act: (shop) => approveBatch(shop, requests) },
    { share: 4, act: (shop) => rest(shop, "/catalog/items", importOf((imports += 1))) },
    { share: 4, act: (shop) => rest(shop, "/catalog/observations", observationsOf(imports)) },
    { share: 0.5, act: (shop) => rest(shop, "/runs", {}) },
    { share: 0.5, act: (shop) => call(shop, "integrations.sync", {}) },
  ];
}

const NOT_CARRIED_OUT: Answer = { status: 503, text: "" };

async function approve(shop: LoadedShop, ask: (id: string) => Promise<Answer>): Promise<void> {
  const prices = shop.take(1);
  for (const { recommendation } of prices) {
    const answer = await ask(recommendation);
    if (answer.status === 200) shop.answered.add(recommendation);
    else if (answer.status === 0 || answer.status >= 500) shop.giveBack(prices);
  }
}

const made = z.object({ batch: z.object({ id: z.string(), hash: z.string() }) });

async function approveBatch(shop: LoadedShop, { rest }: Requests): Promise<void> {
  const ids = shop.take(BATCH).map(({ recommendation }) => recommendation);
  if (ids.length === 0) return;
  const { status, text } = await rest(shop, "/decision-batches", { action: "approve", ids });
  if (status >= 300 || status === 0) return;
  const { batch } = made.parse(JSON.parse(text));
  await rest(shop, `/decision-batches/${batch.id}/confirm`, { hash: batch.hash });
}

/** Goods that only the import knows, so that runs have something to decide. */
const importOf = (n: number) => ({
  items: Array.from({ length: 20 }, (_, i) => ({
    sku: `IMPORTED-${(n * 20 + i) % 400}`,
    title: `Lamp ${i}`,
    price: { amount: "20.00", currency: "EUR" },
    cost: { amount: "12.00", currency: "EUR" },
  })),
});

const observationsOf = (n: number) => ({
  observations: Array.from({ length: 20 }, (_, i) => ({
    sku: `IMPORTED-${(n * 20 + i) % 400}`,
    seller: i % 2 === 0 ? "one.example" : "two.example",
    price: { amount: `${20 + ((n + i) % 5)}.50`, currency: "EUR" },
    in_stock: true,
    observed_at: new Date().toISOString(),
  })),
});
