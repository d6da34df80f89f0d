import type { InProcessWorker } from "./in-process-worker";
import { SKEW_MS } from "./options";
import type { CommitName, Phase } from "./points";
import { count, draw, editAsMerchant, record, type Scene, type StoredWrite, workOn } from "./scene";
import type { Outcome } from "./transactions";

/** Faults out of a thousand commits. Those that let others work strike outside transactions only. */
const IN_COMMIT = { "disk full at a statement": 20 };
const BEFORE_COMMIT = {
  "killed before commit": 30,
  "connection cut before commit": 20,
  "disk full at a commit": 20,
  "edited in a commit": 15,
};
const AFTER_COMMIT = {
  "killed after commit": 40,
  "connection cut after commit": 25,
  "stalled beyond its lease": 45,
  "delivered twice": 40,
  "edited meanwhile": 30,
  "clock set wrong": 25,
  "restart storm": 8,
};
const STORM = 3;
const DEEPEST = 3;

interface Commit {
  readonly worker: InProcessWorker;
  readonly name: CommitName;
  readonly ref: string | null;
  readonly random: () => number;
}

/** Decides what happens to a worker at a commit, and lets it happen. */
export async function injectCommitFault(
  scene: Scene,
  worker: InProcessWorker,
  name: CommitName,
  phase: Phase,
): Promise<Outcome> {
  // A batch decides several recommendations at once.
  const random = worker.task()?.kind === "decision_batch" ? scene.randomAtOnce : scene.random;
  if (phase === "in") return draw(scene, IN_COMMIT, random) === null ? "go" : "full";
  const commit = { worker, name, random, ref: await refOf(scene, worker) };
  return phase === "before" ? injectBefore(scene, commit) : injectAfter(scene, commit);
}

async function injectBefore(scene: Scene, { name, ref, random }: Commit): Promise<Outcome> {
  switch (draw(scene, BEFORE_COMMIT, random)) {
    case "killed before commit":
      return died(scene, `before ${name}`);
    case "connection cut before commit":
      return "cut";
    case "disk full at a commit":
      return "full";
    case "edited in a commit":
      if (ref !== null) await editAsMerchant(scene, ref);
      return "go";
    case null:
      return "go";
  }
}

async function injectAfter(scene: Scene, { worker, name, ref, random }: Commit): Promise<Outcome> {
  const task = worker.task();
  if (task?.kind === "write_back") await recordCommit(scene, task.id, name);
  const fault = draw(scene, AFTER_COMMIT, random);
  switch (fault) {
    case "killed after commit":
      return died(scene, `after ${name}`);
    case "connection cut after commit":
      return "cut";
    case "stalled beyond its lease":
    case "delivered twice": {
      if (fault === "stalled beyond its lease")
        await scene.clock.advance(scene.api.services.settings.writeBackLeaseMs + 1_000);
      if (task && scene.atWork.length < DEEPEST) await workOn(scene, task);
      return "go";
    }
    case "edited meanwhile":
      if (ref !== null) await editAsMerchant(scene, ref);
      return "go";
    case "clock set wrong":
      worker.skew(Math.round((scene.random() * 2 - 1) * SKEW_MS));
      return "go";
    case "restart storm":
      for (let n = 0; n < STORM; n += 1)
        for (const each of scene.workers) if (each !== worker && each.task() === null) each.die();
      return died(scene, `after ${name}`);
    case null:
      return "go";
  }
}

/** Notes what a commit left in the write-back's row. */
async function recordCommit(scene: Scene, write: string, name: CommitName): Promise<void> {
  const [row] = await scene.api.sql<StoredWrite>(
    "SELECT status, sent_at IS NOT NULL AS sent FROM write_backs WHERE id = $1",
    [write],
  );
  if (row) record(scene, { kind: "committed", write, name, ...row });
}

/** Counts a death by where it was. */
export function died(scene: Scene, where: string): Outcome {
  count(scene, `killed ${where}`);
  return "die";
}

/** The variant whose price the worker writes; null for other work. */
export async function refOf(
  { api, refs }: Scene,
  worker: Pick<InProcessWorker, "task">,
): Promise<string | null> {
  const task = worker.task();
  if (task?.kind !== "write_back") return null;
  const known = refs.get(task.id);
  if (known !== undefined) return known;
  const [row] = await api.sql<{ ref: string }>("SELECT store_ref AS ref FROM write_backs WHERE id = $1", [
    task.id,
  ]);
  if (row) refs.set(task.id, row.ref);
  return row?.ref ?? null;
}
