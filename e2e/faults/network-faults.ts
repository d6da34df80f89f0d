import type { Decide, FaultMode, FaultRule } from "@/server/testing/fault-proxy";
import { died, refOf } from "./commit-faults";
import type { InProcessWorker } from "./in-process-worker";
import { LATEST_MS } from "./options";
import { count, draw, editAsMerchant, record, type Scene } from "./scene";

/** Faults out of a thousand requests that write a price, and out of a thousand others. */
const ON_PRICE = {
  "drop-request": 40,
  "drop-response": 90,
  "deliver-later": 90,
  "502-after-apply": 50,
  "429-before": 40,
  "host-before": 40,
  "host-after-apply": 60,
  "mark before the answer": 30,
  "notice before the answer": 40,
  "killed in a call": 40,
};
const ON_READ = {
  "drop-request": 15,
  "drop-response": 15,
  "429-before": 10,
  "host-before": 15,
  "mark before the answer": 10,
  "notice before the answer": 15,
  "edited before a reading": 10,
};

/** The statuses by which hosts refuse a PUT. */
const NO_PUT = [403, 405, 501];
/** Texts before the JSON of an answer: of an editor that saved a file of the store, and of PHP. */
const TEXTS = {
  "mark before the answer": "\uFEFF",
  "notice before the answer":
    "<br />\n<b>Deprecated</b>: Optional parameter in functions.php on line 12<br />\n",
};

/** The network between the workers and the store. */
export function network(current: () => Scene | null): Decide {
  return async (text) => {
    const scene = current();
    const worker = scene?.atWork.at(-1);
    const write = worker?.task()?.id;
    if (!scene || !worker || write === undefined) return { rule: null, after: () => Promise.resolve() };
    const ref = await refOf(scene, worker);
    const call = { worker, write, ref, isPut: text.startsWith("PUT ") };
    if (text.includes(scene.store.writeMatch)) return decidePriceCall(scene, call);
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
  readonly isPut: boolean;
}

async function faultOfReading(scene: Scene, ref: string | null): Promise<FaultRule | null> {
  const fault = draw(scene, ON_READ);
  if (fault !== "edited before a reading") return fault && ruleOf(fault);
  if (ref !== null) await editAsMerchant(scene, ref);
  return null;
}

const ruleOf = (fault: FaultMode | keyof typeof TEXTS): FaultRule =>
  fault in TEXTS
    ? { mode: "text-before", text: TEXTS[fault as keyof typeof TEXTS] }
    : { mode: fault as FaultMode };

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
  return { rule: refusalOfPut(scene, call) ?? faultOfCall(scene, call), after };
}

/**
 * What a host answers that takes no PUT. It goes on at the end of a schedule, but for the sandbox, which is written by
 * PUT alone: where a store takes another method, each approved price has to come through.
 */
function refusalOfPut(scene: Scene, { isPut }: PriceCall): FaultRule | null {
  if (!isPut || !scene.refusesPut || (scene.store.kind === "sandbox" && !scene.faulty)) return null;
  const status = NO_PUT[Math.floor(scene.random() * NO_PUT.length)] ?? 405;
  count(scene, `PUT of a price refused with ${status}`);
  return { mode: "host-before", answer: { status, body: "<h1>Method not allowed</h1>" } };
}

function faultOfCall(scene: Scene, { worker }: PriceCall): FaultRule | null {
  const fault = draw(scene, ON_PRICE);
  if (fault === "killed in a call") {
    died(scene, "in price-call");
    worker.die();
    // Whether and when the request of a dead process arrives is for the network to say.
    const arrival = scene.random();
    if (arrival < 0.6) return arrival < 0.3 ? null : { mode: "drop-request" };
  } else if (fault !== "deliver-later") return fault && ruleOf(fault);
  const ms = Math.round(scene.random() * LATEST_MS);
  return {
    mode: "deliver-later",
    hold: (deliver) => scene.clock.later(ms, () => deliver().catch(() => undefined)),
  };
}
