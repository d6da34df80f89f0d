import { type ChildProcess, spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { type Merchant, signInAsMerchant } from "@/e2e/stores/merchant";
import { PEER_FOLDER, vendureTemplate } from "@/e2e/stores/vendure-template";

const storeEvent = z.union([
  z.object({
    event: z.literal("variant.updated"),
    at: z.string(),
    variantId: z.string(),
    marker: z.string().nullable(),
  }),
  z.object({
    event: z.enum(["price.created", "price.updated", "price.deleted"]),
    at: z.string(),
    price: z.number(),
    currency: z.string(),
  }),
]);

/** One change, as the store published it after its transaction. */
export type VendureEvent = z.output<typeof storeEvent>;

export type VendurePeerOptions = {
  /** The port; 0, the default, for any free one. */
  readonly port?: number;
  /** The folder of the store's file; default: a temporary folder, removed on stop. */
  readonly dir?: string;
  /** Custom fields of ProductVariant that this store lacks. */
  readonly without?: readonly string[];
};

export type VendurePeer = {
  /** The address of the Admin API, which is the URL of a connection. */
  readonly url: string;
  readonly credentials: { readonly username: string; readonly password: string };
  readonly apiKey: string;
  /** Every change that was committed before the call, oldest first. */
  readonly events: () => Promise<readonly VendureEvent[]>;
  /** Signs in as the merchant, without any proxy. */
  readonly merchant: () => Promise<Merchant>;
  readonly stop: () => Promise<void>;
};

const access = z.object({ apiKey: z.string(), identifier: z.string(), password: z.string() });

/** Starts a real Vendure store with a new copy of the seeded catalog, in a separate process. */
export async function startVendure(options: VendurePeerOptions = {}): Promise<VendurePeer> {
  const template = await vendureTemplate();
  const { apiKey, identifier, password } = access.parse(
    JSON.parse(await readFile(join(template, "access.json"), "utf8")),
  );
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), "vendure-peer-")));
  await mkdir(dir, { recursive: true });
  const database = join(dir, "store.sqlite");
  const eventLog = join(dir, "events.jsonl");
  await copyFile(join(template, "store.sqlite"), database);
  await rm(eventLog, { force: true });
  const args = [
    "start.mjs",
    database,
    String(options.port ?? 0),
    eventLog,
    (options.without ?? []).join(","),
  ];
  const child = spawn(process.execPath, args, {
    cwd: PEER_FOLDER,
    env: { ...process.env, VENDURE_DISABLE_TELEMETRY: "true" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const url = `http://127.0.0.1:${await readyPort(child)}/admin-api`;
  const settle = settling(child);
  const credentials = { username: identifier, password };
  return {
    url,
    credentials,
    apiKey,
    events: async () => {
      await settle();
      return readEvents(eventLog);
    },
    merchant: () => signInAsMerchant(url, credentials),
    stop: async () => {
      await ended(child);
      if (options.dir === undefined) await rm(dir, { recursive: true, force: true });
    },
  };
}

function readyPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4000);
    });
    child.stdout?.on("data", (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4000);
      const ready = /^READY \{"port":(\d+)\}$/m.exec(printed);
      if (ready) resolve(Number(ready[1]));
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The Vendure store ended with ${code}:\n${printed}`)));
  });
}

/** Returns a wait until the store has published what it committed; one that has ended published what it could. */
function settling(child: ChildProcess): () => Promise<void> {
  const waiting: (() => void)[] = [];
  if (child.stdout)
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line === "SETTLED") waiting.shift()?.();
    });
  child.once("exit", () => {
    for (const proceed of waiting.splice(0)) proceed();
  });
  return () =>
    new Promise((resolve) => {
      if (hasEnded(child)) return resolve();
      waiting.push(resolve);
      child.stdin?.write("settle\n");
    });
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function ended(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
  await gone;
  clearTimeout(timer);
}

async function readEvents(path: string): Promise<readonly VendureEvent[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => storeEvent.parse(JSON.parse(line)));
}
