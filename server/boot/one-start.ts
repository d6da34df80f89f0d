import { mkdirSync } from "node:fs";
import type { Env } from "@/server/boot/env";
import { hold, whileHeld } from "@/server/boot/hold.mjs";
import { publicUrlOf } from "@/server/boot/services";

const printLine = (line: string): void => void process.stderr.write(`Pricecheck: ${line}\n`);

/**
 * Runs `work` while no other process prepares the same data directory; prints one line when it has to wait.
 * @returns the result of `work`
 */
export async function oneAtATime<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return whileHeld(
    dataDir,
    "data",
    () => printLine(`another start is at work in ${dataDir}; waiting for it`),
    work,
  );
}

/**
 * The lock of a running service, with the messages for other processes started with the same data directory and port.
 */
export interface ServiceLock {
  ready(): void;
  ending(): void;
  leave(): void;
}

/**
 * Makes this process the only service of a data directory at its port. Prints one line when it has to wait for
 * another process that is starting or stopping.
 * @throws Error that names the address when another service is already running
 */
export async function takeServiceLock(env: Env): Promise<ServiceLock> {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  let waits = false;
  let address = "";
  const lock = await hold(env.DATA_DIR, `service at ${env.PORT}`, (message) => {
    // Any local program could listen under this name, so only the origin of a URL is accepted.
    address = URL.canParse(message) ? new URL(message).origin : "";
    if (message !== "") return "leave";
    if (!waits) printLine("another start or stop of this installation is under way; waiting for it");
    waits = true;
    return "wait";
  });
  if (!lock) throw new Error(`this installation runs here already: ${address}`);
  return {
    ready: () => lock.tell(publicUrlOf(env)),
    ending: () => lock.tell(""),
    leave: lock.release,
  };
}
