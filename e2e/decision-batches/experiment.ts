import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type ExperimentApi, openExperimentApi, settingsFor } from "@/e2e/exactly-once/experiment-api";
import { startFleet } from "@/e2e/exactly-once/fleet";
import { randomFrom, shuffled } from "@/server/testing/random";
import type { Settings } from "@/server/usecases/settings";
import { type BatchShop, openBatchShop } from "./batch-shop";
import type { BatchStoreKind } from "./batch-stores";

export interface BatchExperimentOptions {
  readonly items: number;
  readonly store: BatchStoreKind;
  readonly workers: number;
  readonly seed: number;
  /** The probability that a worker dies after a decision; other points are multiples of it. */
  readonly deathRate: number;
  readonly timeoutMs: number;
}

/** The arguments of a worker process. */
export interface BatchWorkerOrders {
  readonly databaseUrl: string;
  readonly settings: Settings;
  readonly seed: number;
  readonly deathRate: number;
}

/** What the store's own log shows, compared with the frozen sets and what the batches report. */
export interface BatchFigures {
  /** The recommendations of the frozen sets. */
  readonly items: number;
  /** From the first confirmation to the end of the last batch, by their rows. */
  readonly seconds: number;
  /** Those of the sets that got an outcome, by second. */
  readonly items_per_second: number;
  /** From the first confirmation to the store's last answer. */
  readonly written_seconds: number;
  /** Prices that the store took, by second. */
  readonly writes_per_second: number;
  readonly applied: number;
  readonly fell_out: number;
  /** Prices in the log that nobody approved, by a batch or one by one, or that are not the recommended price. */
  readonly outside_set: number;
  /** Prices in the log beyond the first of each product. */
  readonly double: number;
  /** Decisions that a batch reports as done without a price in the log, conflicts excepted, or without an outcome. */
  readonly lost: number;
  readonly kills: number;
  readonly decided_by_others: number;
}

/** Whether each decision of the frozen sets, and no other, took effect exactly once. */
export const holds = ({ outside_set, double, lost }: BatchFigures): boolean =>
  outside_set + double + lost === 0;

/** The recommended price in the minor units of the log. */
const TARGET = "2149";
const Created = z.object({ batch: z.object({ id: z.string(), hash: z.string() }) });
const Item = z.object({ id: z.string(), outcome: z.string().nullable() });
const Items = z.object({ data: z.array(Item), next_cursor: z.string().nullable() });

/**
 * Two approvers confirm a batch each. Workers carry them out and are killed, while somebody else changes costs and
 * decides single recommendations, in the sets and outside. Ends when every write is resolved.
 */
export async function experiment(
  database: { readonly ownerUrl: string; readonly appUrl: string },
  options: BatchExperimentOptions,
): Promise<BatchFigures> {
  const settings = settingsFor({ ...TIMING[options.store], lateMs: 0, timeoutMs: options.timeoutMs });
  const office = await openExperimentApi(database, settings);
  const extra = Math.ceil(options.items / 20);
  const shop = await openBatchShop(office, options.items + extra, options.store);
  const { seed, deathRate } = options;
  try {
    const batches = await freeze(office, shop, options.items);
    const startedAt = performance.now();
    for (const { id, hash, token } of batches)
      await office.ask(token, `/decision-batches/${id}/confirm`, { hash });
    const orders: BatchWorkerOrders = { databaseUrl: database.appUrl, settings, seed, deathRate };
    const fleet = await startFleet(options.workers, import.meta.dirname, orders);
    const others = new Set<string>();
    try {
      const until = startedAt + options.timeoutMs;
      const working = { office, shop, others, random: randomFrom(seed), until };
      await untilFinished(working);
      await untilWritten(working);
      const verdict = await evaluate(working, batches);
      const times = await readTimes(office);
      return {
        ...verdict,
        ...times,
        items_per_second: rounded(options.items / times.seconds),
        writes_per_second: rounded(verdict.applied / times.written_seconds),
        kills: fleet.kills(),
      };
    } finally {
      await fleet.stop();
    }
  } finally {
    await office.close();
    await shop.close();
  }
}

/** Vendure answers more slowly than the sandbox, above all on a busy machine. */
const TIMING = {
  sandbox: { storeTimeoutMs: 1_000, quarantineMs: 1_500, leaseMs: 1_500 },
  vendure: { storeTimeoutMs: 3_000, quarantineMs: 12_000, leaseMs: 7_000 },
} as const;

const rounded = (value: number): number => Math.round(value * 10) / 10;

async function readTimes({ sql }: ExperimentApi): Promise<Pick<BatchFigures, "seconds" | "written_seconds">> {
  const [row] = await sql<{ decided: string; written: string }>(
    `SELECT extract(epoch FROM max(finished_at) - min(confirmed_at)) AS decided,
       extract(epoch FROM (SELECT max(finished_at) FROM write_backs) - min(confirmed_at)) AS written
     FROM decision_batches`,
  );
  return { seconds: rounded(Number(row?.decided)), written_seconds: rounded(Number(row?.written)) };
}

interface FrozenBatch {
  readonly id: string;
  readonly hash: string;
  readonly token: string;
}

/** Each approver previews half of the prices; the remaining ones are in no set. */
async function freeze(office: ExperimentApi, shop: BatchShop, items: number): Promise<FrozenBatch[]> {
  const batches: FrozenBatch[] = [];
  for (const [at, token] of shop.tokens.entries()) {
    const ids = shop.waiting.slice(0, items).filter((_, place) => place % 2 === at);
    const { batch } = Created.parse(
      await office.ask(token, "/decision-batches", {
        action: "approve",
        ids: ids.map(({ recommendation }) => recommendation),
      }),
    );
    batches.push({ ...batch, token });
  }
  return batches;
}

interface Scene {
  readonly office: ExperimentApi;
  readonly shop: BatchShop;
  /** The references of prices that somebody else approved one by one. */
  readonly others: Set<string>;
  readonly random: () => number;
  readonly until: number;
}

/** Changes costs and decides single recommendations until no batch runs; the first that is approved is in no set. */
async function untilFinished(scene: Scene): Promise<void> {
  const { office, shop, random, until } = scene;
  const outside = shop.waiting.slice(-1);
  const [first, ...rest] = shuffled(shop.waiting.slice(0, -1), random);
  const targets = [...(first ? [first] : []), ...outside, ...rest].slice(
    0,
    Math.ceil(shop.waiting.length / 10),
  );
  for (const [at, { item, recommendation, ref }] of targets.entries()) {
    if (at % 3 === 0) await office.sql("UPDATE catalog_items SET cost = cost + 10 WHERE id = $1", [item]);
    else {
      const [action, body] = at % 3 === 1 ? ["approve", {}] : ["reject", { reason: "Not this one" }];
      const [token] = shop.tokens;
      const done = await office
        .ask(token, `/recommendations/${recommendation}/${action}`, body)
        .then((answer) => answer["idempotent"] === false)
        .catch(() => false);
      if (done && action === "approve") scene.others.add(ref);
    }
    await pause(20);
  }
  for (;;) {
    const [row] = await office.sql("SELECT 1 FROM decision_batches WHERE status = 'running' LIMIT 1");
    if (!row || performance.now() > until) return;
    await pause(200);
  }
}

async function untilWritten({ office, until }: Scene): Promise<void> {
  for (;;) {
    const [row] = await office.sql(
      "SELECT 1 FROM write_backs WHERE status IN ('queued', 'sending', 'unknown') LIMIT 1",
    );
    if (!row || performance.now() > until) return;
    await pause(200);
  }
}

async function evaluate(
  { office, shop, others }: Scene,
  batches: readonly FrozenBatch[],
): Promise<
  Pick<
    BatchFigures,
    "items" | "applied" | "fell_out" | "outside_set" | "double" | "lost" | "decided_by_others"
  >
> {
  const refOf = new Map(shop.waiting.map(({ recommendation, ref }) => [recommendation, ref]));
  const items: z.infer<typeof Item>[] = [];
  for (const { id, token } of batches)
    for (let cursor: string | null = ""; cursor !== null; ) {
      const at: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page: z.infer<typeof Items> = Items.parse(
        await office.ask(token, `/decision-batches/${id}/items?limit=100${at}`),
      );
      items.push(...page.data);
      cursor = page.next_cursor;
    }
  const conflicts = await office.sql<{ store_ref: string }>(
    "SELECT store_ref FROM write_backs WHERE status = 'conflict'",
  );
  const reported = new Set(conflicts.map(({ store_ref }) => store_ref));
  const done = new Set(
    items.filter(({ outcome }) => outcome === "done").map(({ id }) => refOf.get(id) ?? ""),
  );
  const written = await shop.written();
  const refs = new Set(written.map(({ ref }) => ref));
  const isMeant = (ref: string) => done.has(ref) || others.has(ref);
  const missing = [...done].filter((ref) => !refs.has(ref) && !reported.has(ref)).length;
  return {
    items: items.length,
    applied: [...done].filter((ref) => refs.has(ref)).length,
    fell_out: items.filter(({ outcome }) => outcome === "fell_out").length,
    outside_set: written.filter(({ ref, price }) => !isMeant(ref) || price !== TARGET).length,
    double: written.length - refs.size,
    lost: missing + items.filter(({ outcome }) => outcome === null).length,
    decided_by_others: others.size,
  };
}
