import { spawn } from "node:child_process";
import { once } from "node:events";
import { buildWorker } from "@/e2e/exactly-once/fleet";
import type { Settings } from "@/server/usecases/settings";
import type { Task } from "./in-process-worker";
import { count, type Scene } from "./scene";

/** The arguments of a worker process, as JSON on its command line. */
export interface ProcessOrders {
  readonly databaseUrl: string;
  readonly settings: Settings;
  /** The time of the schedule, in milliseconds since 1970. */
  readonly now: number;
  readonly seed: number;
  readonly faulty: boolean;
  readonly task: Task;
}

/** Prepares workers that are processes of their own, one for each task, which SIGKILL and SIGTERM end. */
export async function prepareProcesses(databaseUrl: string): Promise<NonNullable<Scene["processes"]>> {
  const program = await buildWorker(import.meta.dirname);
  return async (scene, task) => {
    const { api, clock, random, faulty, atWork } = scene;
    const seed = Math.floor(random() * 2 ** 31);
    const { settings } = api.services;
    const orders: ProcessOrders = { databaseUrl, settings, now: clock.now(), seed, faulty, task };
    const child = spawn(process.execPath, [program, JSON.stringify(orders)], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const worker = { task: () => task, die: () => void child.kill("SIGKILL") };
    atWork.push(worker);
    const [code, signal]: unknown[] = await once(child, "exit");
    atWork.splice(atWork.indexOf(worker), 1);
    if (signal === "SIGKILL") count(scene, "process killed");
    if (code === 143) count(scene, "process ended by SIGTERM");
  };
}
