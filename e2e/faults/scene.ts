import type { ExperimentStore } from "@/e2e/exactly-once/store";
import type { ApiProcess } from "./api-process";
import type { Clock } from "./clock";
import type { InProcessWorker, ProcessTask, Task } from "./in-process-worker";
import type { CommitName } from "./points";
import type { FaultShop } from "./shop";

/** What was seen of write-backs, in order; `at` is the schedule's time in milliseconds since 1970. */
export type Observation = { readonly at: number } & (
  | { readonly kind: "read"; readonly write: string; readonly editsSeen: number }
  | { readonly kind: "asked"; readonly write: string }
  | { readonly kind: "arrived"; readonly write: string; readonly complete: boolean }
  | { readonly kind: "edited"; readonly ref: string }
  | { readonly kind: "edit stands"; readonly ref: string }
  | ({ readonly kind: "committed"; readonly write: string; readonly name: CommitName } & StoredWrite)
);

/** A write-back's row: its status, and whether a send stands in it. */
export interface StoredWrite {
  readonly status: string;
  readonly sent: boolean;
}

/** One of our writes in the store's log, with the number of the merchant's edits that its last reading saw. */
export interface Effect {
  readonly editsSeen: number;
}

/** How often each fault was injected. */
export type Injected = Map<string, number>;

/** A schedule while it is played. */
export interface Scene {
  readonly random: () => number;
  /** For what happens at once, whose order the database decides; everything else repeats without it. */
  readonly randomAtOnce: () => number;
  readonly clock: Clock;
  readonly api: ApiProcess;
  readonly store: ExperimentStore;
  readonly shop: FaultShop;
  readonly observed: Observation[];
  /** Our writes by the place in the store's log. */
  readonly effects: Map<number, Effect>;
  readonly edits: Map<string, number>;
  /** The variants with a sale that had ended unnoticed when the schedule began. */
  readonly lateSales: Set<string>;
  /** The variants of write-backs. */
  readonly refs: Map<string, string>;
  /** Recommendations whose approval was answered with 200. */
  readonly answered: Set<string>;
  /** Failures that REST or the agents' endpoint named an error of the server instead of `unavailable`. */
  readonly serverErrors: string[];
  readonly injected: Injected;
  /** Workers at work, the innermost last: one that is stalled waits below the one that works meanwhile. */
  readonly atWork: Pick<InProcessWorker, "task" | "die">[];
  readonly workers: InProcessWorker[];
  readonly startWorker: () => InProcessWorker;
  readonly processTask: ProcessTask;
  /** Whether the host in front of the store takes no PUT. */
  readonly refusesPut: boolean;
  /** Whether faults strike; at the end of a schedule none do. */
  faulty: boolean;
  /** Workers that are killed processes of their own; null for workers in this process. */
  readonly processes: ((scene: Scene, task: Task) => Promise<void>) | null;
}

/** What a checker needs to know of a schedule, or of a load. */
export type Checked = Pick<
  Scene,
  "api" | "store" | "shop" | "effects" | "edits" | "answered" | "serverErrors"
>;

export const record = (scene: Scene, event: WithoutTime<Observation>): void => {
  scene.observed.push({ ...event, at: scene.clock.now() });
};
type WithoutTime<T> = T extends unknown ? Omit<T, "at"> : never;

export const count = ({ injected }: Scene, fault: string): void =>
  void injected.set(fault, (injected.get(fault) ?? 0) + 1);

/** Draws one of several faults by their weights out of a thousand; null for none. */
export function draw<T extends string>(
  scene: Scene,
  weights: Readonly<Record<T, number>>,
  random: () => number = scene.random,
): T | null {
  const drawn = random() * 1000;
  if (!scene.faulty) return null;
  let passed = 0;
  for (const [fault, weight] of Object.entries<number>(weights)) {
    passed += weight;
    if (drawn < passed) {
      count(scene, fault);
      return fault as T;
    }
  }
  return null;
}

/** Edits a price as the merchant does: neither to the price that was approved nor to the one before. */
export async function editAsMerchant(scene: Scene, ref: string): Promise<void> {
  const { edits, store, shop } = scene;
  const nth = (edits.get(ref) ?? 0) + 1;
  const { price, target } = shop.waiting.find((each) => each.ref === ref) ?? { price: 0, target: 0 };
  const own = price + 200 + nth;
  edits.set(ref, nth);
  record(scene, { kind: "edited", ref });
  // 5.00 further is no price of this history: an edit to the approved price would pass for its write.
  await store.setPrice(ref, own === target ? own + 500 : own);
  record(scene, { kind: "edit stands", ref });
}

/** Gives a task to a worker that is alive and free, or to a new one. */
export async function workOn(scene: Scene, task: Task): Promise<void> {
  if (scene.processes) return scene.processes(scene, task);
  const free = scene.workers.filter((worker) => !worker.dead() && worker.task() === null);
  const worker = free[Math.floor(scene.random() * free.length)] ?? scene.startWorker();
  scene.atWork.push(worker);
  try {
    await worker.work(task);
  } finally {
    scene.atWork.splice(scene.atWork.indexOf(worker), 1);
  }
}
