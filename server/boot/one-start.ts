import { mkdirSync } from "node:fs";
import type { Env } from "@/server/boot/env";
import { hold, whileHeld } from "@/server/boot/hold.mjs";
import { publicUrlOf } from "@/server/boot/services";

const say = (line: string): void => void process.stderr.write(`Pricecheck: ${line}\n`);

/**
 * Makes this process the only one that makes a data directory ready; says in one line that it waits for another.
 * @returns what the work gave
 */
export async function oneAtATime<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return whileHeld(
    dataDir,
    "data",
    () => say(`another start is at work in ${dataDir}; waiting for it`),
    work,
  );
}

/** What this process says of itself to others that are started with the same data directory and port. */
export interface Place {
  ready(): void;
  ending(): void;
  leave(): void;
}

/**
 * Makes this process the only service of a data directory at its port. Where another one starts, it says in one line
 * that it waits for it.
 * @throws Error that names the address where another one answers already
 */
export async function takePlace(env: Env): Promise<Place> {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  let waits = false;
  let address = "";
  const held = await hold(env.DATA_DIR, `service at ${env.PORT}`, (told) => {
    // Whoever runs programs here could say something under this name.
    address = URL.canParse(told) ? new URL(told).origin : "";
    if (told !== "") return "leave";
    if (!waits) say("another start or stop of this installation is under way; waiting for it");
    waits = true;
    return "wait";
  });
  if (!held) throw new Error(`this installation runs here already: ${address}`);
  return {
    ready: () => held.tell(publicUrlOf(env)),
    ending: () => held.tell(""),
    leave: held.release,
  };
}
