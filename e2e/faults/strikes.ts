import type { Decide, FaultRule } from "@/server/testing/fault-proxy";
import type { Life } from "./life";
import { LATEST_MS, SKEW_MS } from "./options";
import type { CommitName, Phase } from "./points";
import { count, draw, editAsMerchant, happen, type Scene, type StoredWrite, workOn } from "./scene";
import type { Outcome } from "./transactions";

/** Faults out of a thousand commits. Those that let others work strike outside transactions only. */
const BEFORE_COMMIT = {
  "killed before commit": 30,
  "connection cut before commit": 20,
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

/** Decides what happens to a worker at a commit, and lets it happen. */
export async function strikeCommit(
  scene: Scene,
  life: Life,
  name: CommitName,
  phase: Phase,
): Promise<Outcome> {
  const task = life.task();
  const ref = await refOf(scene, life);
  // A batch decides several recommendations at once.
  const random = task?.kind === "decision_batch" ? scene.randomAtOnce : scene.random;
  if (phase === "before") {
    switch (draw(scene, BEFORE_COMMIT, random)) {
      case "killed before commit":
        return died(scene, `before ${name}`);
      case "connection cut before commit":
        return "cut";
      case "edited in a commit":
        if (ref !== null) await editAsMerchant(scene, ref);
        return "go";
      case null:
        return "go";
    }
  }
  if (task?.kind === "write_back") await record(scene, task.id, name);
  const fault = draw(scene, AFTER_COMMIT, random);
  switch (fault) {
    case "killed after commit":
      return died(scene, `after ${name}`);
    case "connection cut after commit":
      return "cut";
    case "stalled beyond its lease":
    case "delivered twice": {
      if (fault === "stalled beyond its lease")
        await scene.clock.advance(scene.office.services.settings.writeBackLeaseMs + 1_000);
      if (task && scene.atWork.length < DEEPEST) await workOn(scene, task);
      return "go";
    }
    case "edited meanwhile":
      if (ref !== null) await editAsMerchant(scene, ref);
      return "go";
    case "clock set wrong":
      life.skew(Math.round((scene.random() * 2 - 1) * SKEW_MS));
      return "go";
    case "restart storm":
      for (let n = 0; n < STORM; n += 1)
        for (const each of scene.lives) if (each !== life && each.task() === null) each.die();
      return died(scene, `after ${name}`);
    case null:
      return "go";
  }
}

/** Notes what a commit left in the write-back's row. */
async function record(scene: Scene, write: string, name: CommitName): Promise<void> {
  const [row] = await scene.office.sql<StoredWrite>(
    "SELECT status, sent_at IS NOT NULL AS sent FROM write_backs WHERE id = $1",
    [write],
  );
  if (row) happen(scene, { kind: "committed", write, name, ...row });
}

function died(scene: Scene, where: string): Outcome {
  count(scene, `killed ${where}`);
  return "die";
}

/** The variant whose price the worker writes; null for other work. */
async function refOf({ office, refs }: Scene, life: Pick<Life, "task">): Promise<string | null> {
  const task = life.task();
  if (task?.kind !== "write_back") return null;
  const known = refs.get(task.id);
  if (known !== undefined) return known;
  const [row] = await office.sql<{ ref: string }>("SELECT store_ref AS ref FROM write_backs WHERE id = $1", [
    task.id,
  ]);
  if (row) refs.set(task.id, row.ref);
  return row?.ref ?? null;
}

/** Faults out of a thousand requests that write a price, and out of a thousand others. */
const ON_PRICE = {
  "drop-request": 40,
  "drop-response": 90,
  "deliver-later": 90,
  "502-after-apply": 50,
  "429-before": 40,
  "killed in a call": 40,
};
const ON_READ = { "drop-request": 15, "drop-response": 15, "429-before": 10, "edited before a reading": 10 };

/** The network between the workers and the store. */
export function network(current: () => Scene | null): Decide {
  return async (text) => {
    const scene = current();
    const life = scene?.atWork.at(-1);
    const write = life?.task()?.id;
    if (!scene || !life || write === undefined) return { rule: null, after: () => Promise.resolve() };
    const ref = await refOf(scene, life);
    if (text.includes(scene.store.writeMatch)) return decidePriceCall(scene, { life, write, ref });
    const rule = await faultOfReading(scene, ref);
    const after = () => {
      if (ref !== null) happen(scene, { kind: "read", write, editsSeen: scene.edits.get(ref) ?? 0 });
      return Promise.resolve();
    };
    return { rule, after };
  };
}

interface PriceCall {
  readonly life: Pick<Life, "task" | "die">;
  readonly write: string;
  readonly ref: string | null;
}

async function faultOfReading(scene: Scene, ref: string | null): Promise<FaultRule | null> {
  const fault = draw(scene, ON_READ);
  if (fault !== "edited before a reading") return fault && { mode: fault };
  if (ref !== null) await editAsMerchant(scene, ref);
  return null;
}

async function decidePriceCall(scene: Scene, call: PriceCall): ReturnType<Decide> {
  const { write } = call;
  happen(scene, { kind: "asked", write });
  const reading = scene.happened.findLast((event) => event.kind === "read" && event.write === write);
  const editsSeen = reading?.kind === "read" ? reading.editsSeen : 0;
  const known = (await scene.store.writes()).length;
  let counted = known;
  const after = async (): Promise<void> => {
    const writes = await scene.store.writes();
    for (let at = counted; at < writes.length; at += 1) {
      const entry = writes[at];
      if (entry?.writeKey !== write || scene.effects.has(at)) continue;
      scene.effects.set(at, { editsSeen });
      happen(scene, { kind: "arrived", write, complete: entry.complete });
    }
    counted = writes.length;
  };
  return { rule: faultOfCall(scene, call), after };
}

function faultOfCall(scene: Scene, { life }: PriceCall): FaultRule | null {
  const fault = draw(scene, ON_PRICE);
  if (fault === "killed in a call") {
    died(scene, "in price-call");
    life.die();
    // Whether and when the request of a dead process arrives is for the network to say.
    const arrival = scene.random();
    if (arrival < 0.6) return arrival < 0.3 ? null : { mode: "drop-request" };
  } else if (fault !== "deliver-later") return fault && { mode: fault };
  const ms = Math.round(scene.random() * LATEST_MS);
  return {
    mode: "deliver-later",
    hold: (deliver) => scene.clock.later(ms, () => deliver().catch(() => undefined)),
  };
}
