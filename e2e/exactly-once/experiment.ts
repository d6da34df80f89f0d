import { setTimeout as pause } from "node:timers/promises";
import { type FaultMode, type FaultProxy, startFaultProxy } from "@/server/testing/fault-proxy";
import { ofEach, randomFrom, shuffled } from "@/server/testing/random";
import { approvePrices } from "./approvals";
import { evaluate, type ReportedWrite, type Verdict } from "./count";
import { type ExperimentApi, openExperimentApi, settingsFor } from "./experiment-api";
import { startFleet } from "./fleet";
import { type ExperimentOptions, type WorkerOptions } from "./options";
import type { ExperimentStore } from "./store";
import { STORES } from "./stores";

/** The result of an experiment; `wrong_field` counts prices in the store with a field other than the last intended. */
export interface Figures extends Verdict {
  readonly wrong_field: number;
  readonly kills: number;
  readonly faults: number;
  readonly seconds: number;
}

/** Whether every approved price was either written exactly once or correctly reported as a conflict. */
export const holds = (figures: Figures): boolean =>
  figures.applied_once + figures.conflicts === figures.approved &&
  figures.lost + figures.double + figures.overwritten + figures.wrong_field === 0;

const MODES: readonly FaultMode[] = [
  "drop-request",
  "drop-response",
  "delay-request",
  "delay-response",
  "502-after-apply",
  "429-before",
];

/**
 * Approves prices of a store and lets workers write them. Workers are killed, network and store fail, while the
 * merchant edits prices, people revert some, and every job is delivered repeatedly.
 */
export async function experiment(
  database: { readonly ownerUrl: string; readonly appUrl: string },
  options: ExperimentOptions,
): Promise<Figures> {
  const { timing } = options;
  const settings = settingsFor({
    ...timing,
    quarantineMs: options.without === "quarantine" ? 0 : timing.quarantineMs,
  });
  const random = randomFrom(options.seed);
  const store = await STORES[options.store === "crashing" ? "sandbox" : options.store]();
  const proxy = await startFaultProxy({ target: store.url });
  const office = await openExperimentApi(database, settings);
  try {
    const { token } = await approvePrices(office, store, proxy.url, options.items);
    const startedAt = performance.now();
    breakNetwork(proxy, store, options, random);
    await store.breakWrites(options.crashesOfEachKind, random);
    const edits = new Map<string, number>();
    for (const row of shuffled(await readWrites(office), random).slice(0, options.merchantEdits))
      await edit(store, edits, row.storeRef, Number(row.expectedPrice) + 333);
    const { databaseUrl, stallMs } = { databaseUrl: database.appUrl, stallMs: timing.leaseMs + 700 };
    const orders: WorkerOptions = {
      databaseUrl,
      settings,
      seed: options.seed,
      without: options.without,
      stallMs,
    };
    const fleet = await startFleet(options.workers, import.meta.dirname, orders);
    try {
      await interfere({ office, store, edits, options, token });
    } finally {
      await fleet.stop();
    }
    await proxy.settled();
    const rows = await readWrites(office);
    return {
      ...evaluate(rows, await store.writes()),
      wrong_field: await wrongFields(rows, edits, store),
      kills: fleet.kills(),
      faults: proxy.log().filter(({ mode }) => mode !== "pass").length,
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    };
  } finally {
    await office.close();
    await proxy.stop();
    await store.stop();
  }
}

function breakNetwork(
  proxy: FaultProxy,
  { writeMatch: match }: ExperimentStore,
  options: ExperimentOptions,
  random: () => number,
): void {
  for (const mode of ofEach(MODES, options.faultsOfEachKind, random))
    proxy.fault({ mode, match, ms: options.timing.lateMs });
}

type Row = ReportedWrite & {
  readonly expectedPrice: bigint;
  readonly targetPrice: bigint;
  readonly open: boolean;
  readonly reverted: boolean;
};

const readWrites = (office: ExperimentApi): Promise<Row[]> =>
  office.sql<Row>(
    `SELECT w.id, w.write_key AS "writeKey", w.store_ref AS "storeRef", w.status, w.revert_of AS "revertOf",
       w.expected_price AS "expectedPrice", w.target_price AS "targetPrice",
       w.status IN ('queued', 'sending', 'unknown') AS open,
       EXISTS (SELECT 1 FROM write_backs v WHERE v.revert_of = w.id) AS reverted
     FROM write_backs w ORDER BY w.id`,
  );

async function edit(
  store: ExperimentStore,
  edits: Map<string, number>,
  ref: string,
  price: number,
): Promise<void> {
  edits.set(ref, price);
  await store.setPrice(ref, price);
}

interface Scene {
  readonly office: ExperimentApi;
  readonly store: ExperimentStore;
  readonly edits: Map<string, number>;
  readonly options: ExperimentOptions;
  readonly token: string;
}

/**
 * Simulates the other people: edits, reverts and repeated deliveries. Ends when every write-back has a final status
 * and repeated deliveries change nothing.
 */
async function interfere(scene: Scene): Promise<void> {
  const { office, edits, options, token, store } = scene;
  for (let n = 0; n < options.merchantEdits; n += 1) await editWaiting(scene);
  await settled(scene);
  const applied = (await readWrites(office)).filter(
    ({ status, storeRef }) => status === "applied" && !edits.has(storeRef),
  );
  for (const { id } of applied.slice(0, options.reverts))
    await office.ask(token, `/write-backs/${id}/revert`, {});
  for (const { storeRef, targetPrice } of applied.slice(
    options.reverts,
    options.reverts + options.merchantEdits,
  ))
    await edit(store, edits, storeRef, Number(targetPrice) + 444);
  await deliverAgain(office);
  await settled(scene);
  await deliverAgain(office);
  await pause(options.timing.quarantineMs + options.timing.leaseMs);
  await settled(scene);
}

/**
 * Edits a price whose write is queued. No worker may have read it before: the milliseconds between a worker's read
 * and its write are a window that no protocol can close with such a store.
 */
function editWaiting({ office, store, edits }: Scene): Promise<void> {
  return office.withOwnerConnection(async (client) => {
    await client.query("BEGIN");
    const { rows } = await client.query<{ store_ref: string; expected_price: bigint }>(
      `SELECT store_ref, expected_price FROM write_backs
       WHERE status = 'queued' AND attempts = 0 AND lease_until IS NULL AND store_ref <> ALL($1)
       ORDER BY id DESC LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [[...edits.keys()]],
    );
    const [row] = rows;
    if (row) await edit(store, edits, row.store_ref, Number(row.expected_price) + 222);
    await client.query("COMMIT");
  });
}

/** Enqueues every job again, also those of finished writes, because queues only guarantee at-least-once delivery. */
async function deliverAgain(office: ExperimentApi): Promise<void> {
  await office.sql(
    `SELECT graphile_worker.add_job('write_back',
       json_build_object('v', 1, 'workspaceId', workspace_id, 'id', id), job_key => 'again:' || id)
     FROM write_backs`,
  );
}

async function settled({ office, options }: Scene): Promise<void> {
  const until = performance.now() + options.timing.timeoutMs;
  while (performance.now() < until) {
    if ((await readWrites(office)).every(({ open }) => !open)) return;
    await pause(100);
  }
}

/** Compares the store's price fields with what was last intended: the merchant's edit, the revert, or our target. */
async function wrongFields(
  rows: readonly Row[],
  edits: ReadonlyMap<string, number>,
  store: ExperimentStore,
): Promise<number> {
  const stored = await store.prices();
  const intended = new Map<string, number>();
  for (const { storeRef, status, targetPrice } of rows)
    if (status === "applied") intended.set(storeRef, Number(targetPrice));
  for (const [ref, price] of edits) intended.set(ref, price);
  return [...intended].filter(([ref, price]) => {
    const found = stored.get(ref);
    return found?.price !== price || found.charged !== price;
  }).length;
}
