import { dueWork } from "@/server/db/queue/queue";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/server/domain/durations";
import { shuffled } from "@/server/testing/random";
import { approveAsBatch, approveAtOnce, ask } from "./callers";
import type { Task } from "./in-process-worker";
import { count, editAsMerchant, type Scene, workOn } from "./scene";

const KINDS = ["write_back", "decision_batch", "sync", "run"] as const;
const MOST = 200;
const ROUNDS = 5;
/** So little below the price that the policy allows the change from there, too; a larger one is not sent. */
const SALE = 0.95;
/** The probabilities that a price has a sale that ended unnoticed, and that the shop notices before a round. */
const [LATE_SALE, NOTICED] = [0.3, 0.15];
const LONGEST_MS = 2 * HOUR_MS;

/** What was due and nobody could do for longer than three leases although workers asked for it. */
export interface Stuck {
  readonly kind: Task["kind"];
  readonly id: string;
}

/** Plays one history: approvals at once, workers under faults, edits, reverts, repeated jobs; then everything heals. */
export async function play(scene: Scene): Promise<readonly Stuck[]> {
  const { shop, random } = scene;
  if (random() < 0.35) await scene.store.breakWrites(1, random);
  leaveSales(scene);
  const batched = random() < 0.25;
  if (batched) await approveAsBatch(scene, shop.waiting);
  else for (const price of shop.waiting) await approveAtOnce(scene, price);
  if (random() < 0.2) await queueSync(scene);
  for (const { ref } of shop.waiting) if (random() < 0.12) await editAsMerchant(scene, ref);
  if (!batched && random() < 0.15) await ask(scene, "/runs");
  await rounds(scene);
  await interfere(scene);
  await rounds(scene);
  const stuck = await heal(scene);
  await deliverAgain(scene);
  return stuck;
}

/** Workers take what is due, in any order, while time passes. */
async function rounds(scene: Scene): Promise<void> {
  for (let n = 0; n < ROUNDS; n += 1) {
    noticeSales(scene);
    const tasks = shuffled(await dueTasks(scene), scene.random);
    for (const task of tasks) await workOn(scene, task);
    const steps = [SECOND_MS, 8 * SECOND_MS, 31 * SECOND_MS, 61 * SECOND_MS];
    await scene.clock.advance(steps[Math.floor(scene.random() * steps.length)] ?? SECOND_MS);
  }
}

/** Some sales have ended before the schedule, and the cart charges their prices until the shop notices. */
function leaveSales(scene: Scene): void {
  const { store, shop, random } = scene;
  if (store.lateSales === undefined) return;
  for (const { ref, price } of shop.waiting) {
    if (random() >= LATE_SALE) continue;
    store.lateSales.leave(ref, Math.round(price * SALE));
    scene.lateSales.add(ref);
    count(scene, "end of a sale not noticed");
  }
}

function noticeSales(scene: Scene): void {
  const { store, random } = scene;
  if (store.lateSales === undefined || random() >= NOTICED) return;
  if (store.lateSales.notice() > 0) count(scene, "end of a sale noticed");
}

/** People change their minds: some applied prices are taken back, some waiting writes canceled. */
async function interfere(scene: Scene): Promise<void> {
  const rows = await scene.api.sql<{ id: string; status: string }>(
    "SELECT id, status FROM write_backs WHERE workspace_id = $1 ORDER BY id",
    [scene.shop.workspace.id],
  );
  for (const { id, status } of rows) {
    if (status === "applied" && scene.random() < 0.25 && (await ask(scene, `/write-backs/${id}/revert`)))
      count(scene, "reverted");
    if (status === "queued" && scene.random() < 0.15 && (await ask(scene, `/write-backs/${id}/cancel`)))
      count(scene, "canceled");
  }
}

/** Nothing fails any more: workers take what is due until nothing is left. */
async function heal(scene: Scene): Promise<readonly Stuck[]> {
  const { api, clock, shop } = scene;
  scene.faulty = false;
  for (const worker of scene.workers) worker.skew(0);
  const lease = api.services.settings.writeBackLeaseMs;
  const dueSince = new Map<string, number>();
  const until = clock.now() + LONGEST_MS;
  for (let stuck: Stuck[] = []; ; stuck = []) {
    const tasks = await dueTasks(scene);
    for (const task of tasks) {
      await workOn(scene, task);
      if (!dueSince.has(task.id)) dueSince.set(task.id, clock.now());
    }
    const still = new Set((await dueTasks(scene)).map(({ id }) => id));
    for (const id of dueSince.keys()) if (!still.has(id)) dueSince.delete(id);
    for (const { kind, id } of tasks)
      if (clock.now() - (dueSince.get(id) ?? clock.now()) > 3 * lease) stuck.push({ kind, id });
    const [open] = await api.sql<{ n: bigint }>(UNFINISHED, [shop.workspace.id]);
    if (open?.n === 0n && !clock.isAwaited()) return stuck;
    if (clock.now() > until) return [...stuck, ...(await unfinished(scene))];
    await clock.advance(lease);
  }
}

const UNFINISHED = `
  SELECT (SELECT count(*) FROM write_backs WHERE workspace_id = $1 AND finished_at IS NULL)
    + (SELECT count(*) FROM integrations WHERE workspace_id = $1 AND sync_status IN ('queued', 'running'))
    + (SELECT count(*) FROM runs WHERE workspace_id = $1 AND status IN ('queued', 'running'))
    + (SELECT count(*) FROM decision_batches WHERE workspace_id = $1 AND status = 'running') AS n`;

async function unfinished({ api, shop }: Scene): Promise<Stuck[]> {
  const rows = await api.sql<{ id: string }>(
    "SELECT id FROM write_backs WHERE workspace_id = $1 AND finished_at IS NULL",
    [shop.workspace.id],
  );
  return rows.length === 0
    ? [{ kind: "run", id: shop.workspace.id }]
    : rows.map(({ id }) => ({ kind: "write_back", id }));
}

/** Every job of a finished write is delivered once more: queues promise at least one delivery. */
async function deliverAgain(scene: Scene): Promise<void> {
  const { api, shop } = scene;
  const rows = await api.sql<{ id: string }>("SELECT id FROM write_backs WHERE workspace_id = $1", [
    shop.workspace.id,
  ]);
  for (const { id } of rows) await workOn(scene, { kind: "write_back", tenant: shop.workspace.tenant, id });
  await scene.clock.advance(2 * MINUTE_MS);
}

/** The workspace's due work, as the sweeper finds it. */
async function dueTasks({ api, clock, shop }: Scene): Promise<Task[]> {
  const { tenant } = shop.workspace;
  const found = await Promise.all(
    KINDS.map(async (kind) => {
      const page = { atMs: clock.now(), afterId: "", most: MOST };
      const due = await dueWork(api.services.db, kind, page);
      return due
        .filter(({ workspaceId }) => workspaceId === tenant.workspaceId)
        .map(({ id }): Task => ({ kind, tenant, id }));
    }),
  );
  return found.flat();
}

async function queueSync({ api, shop }: Scene): Promise<void> {
  await api.sql("UPDATE integrations SET sync_status = 'queued' WHERE id = $1", [shop.integration]);
}
