import type { Decide, FaultRule } from "@/server/testing/fault-proxy";
import { died, refOf } from "./commit-faults";
import type { InProcessWorker } from "./in-process-worker";
import { LATEST_MS } from "./options";
import { draw, editAsMerchant, record, type Scene } from "./scene";

/** Faults out of a thousand requests that write a price, and out of a thousand others. */
const ON_PRICE = {
  "drop-request": 40,
  "drop-response": 90,
  "deliver-later": 90,
  "502-after-apply": 50,
  "429-before": 40,
  "host-before": 40,
  "host-after-apply": 60,
  "killed in a call": 40,
};
const ON_READ = {
  "drop-request": 15,
  "drop-response": 15,
  "429-before": 10,
  "host-before": 15,
  "edited before a reading": 10,
};

/** The network between the workers and the store. */
export function network(current: () => Scene | null): Decide {
  return async (text) => {
    const scene = current();
    const worker = scene?.atWork.at(-1);
    const write = worker?.task()?.id;
    if (!scene || !worker || write === undefined) return { rule: null, after: () => Promise.resolve() };
    const ref = await refOf(scene, worker);
    if (text.includes(scene.store.writeMatch)) return decidePriceCall(scene, { worker, write, ref });
    const rule = await faultOfReading(scene, ref);
    const { priceless } = scene.store;
    const showsPrice = priceless === undefined || !text.includes(priceless);
    const after = () => {
      if (ref !== null && showsPrice)
        record(scene, { kind: "read", write, editsSeen: scene.edits.get(ref) ?? 0 });
      return Promise.resolve();
    };
    return { rule, after };
  };
}

interface PriceCall {
  readonly worker: Pick<InProcessWorker, "task" | "die">;
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
  record(scene, { kind: "asked", write });
  const reading = scene.observed.findLast((event) => event.kind === "read" && event.write === write);
  const editsSeen = reading?.kind === "read" ? reading.editsSeen : 0;
  const known = (await scene.store.writes()).length;
  let counted = known;
  const after = async (): Promise<void> => {
    const writes = await scene.store.writes();
    for (let at = counted; at < writes.length; at += 1) {
      const entry = writes[at];
      if (entry?.writeKey !== write || scene.effects.has(at)) continue;
      scene.effects.set(at, { editsSeen });
      record(scene, { kind: "arrived", write, complete: entry.complete });
    }
    counted = writes.length;
  };
  return { rule: faultOfCall(scene, call), after };
}

function faultOfCall(scene: Scene, { worker }: PriceCall): FaultRule | null {
  const fault = draw(scene, ON_PRICE);
  if (fault === "killed in a call") {
    died(scene, "in price-call");
    worker.die();
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
