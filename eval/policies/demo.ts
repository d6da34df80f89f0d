import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type Client, clientOf, expected } from "@/e2e/client";
import { demoShop } from "@/e2e/demo-shop";
import { startService } from "@/e2e/service";
import { ensureBundled, ensurePages } from "@/scripts/build.mjs";

const TRIED_WITHIN_MS = 60_000;

const Linted = z.object({
  findings: z.array(z.object({ level: z.string(), path: z.string(), message: z.string() })),
});
const Started = z.object({ trial: z.object({ id: z.string() }) });
const Tried = z.object({
  trial: z.object({
    status: z.string(),
    error: z.string().nullable(),
    result: z.object({ effect: z.object({ draft: z.object({ moved: z.int() }) }) }).nullable(),
  }),
});

/** How many prices of the demo shop a policy would change, and what lint calls an error in it. */
export interface Previewed {
  readonly moved: number;
  readonly faults: readonly string[];
}

/** The demo shop of a service of its own. */
export interface Demo {
  /** Lints a policy, and previews it over the whole catalog. @throws Error when it cannot be previewed */
  previewed(document: unknown): Promise<Previewed>;
  close(): Promise<void>;
}

/** Starts the service with its demo shop, and with a token that reads policies. @param root the project's folder */
export async function openDemo(root: string): Promise<Demo> {
  await ensureBundled(root);
  await ensurePages(root);
  const service = await startService({ DEMO: "1", LOG_LEVEL: "error", RATE_LIMIT_PER_MINUTE: "100000" });
  try {
    const { mint } = await demoShop(service);
    const client = clientOf(service.url, await mint("Examples", "policies:read"));
    return { previewed: (document) => previewed(client, document), close: () => service.stop() };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

async function previewed(client: Client, document: unknown): Promise<Previewed> {
  const { findings } = Linted.parse(expected(await client.post("/policies/lint", { document }), 200));
  const { trial } = Started.parse(expected(await client.post("/policies/preview", { document }), 202));
  const { draft } = await effectOf(client, trial.id);
  const errors = findings.filter(({ level }) => level === "error");
  return { moved: draft.moved, faults: errors.map(({ path, message }) => `lint: ${path}: ${message}`) };
}

async function effectOf(client: Client, id: string) {
  const until = Date.now() + TRIED_WITHIN_MS;
  while (Date.now() < until) {
    const { trial } = Tried.parse(expected(await client.get(`/policy-trials/${id}`), 200));
    if (trial.result !== null) return trial.result.effect;
    if (trial.status === "failed") throw new Error(`The preview failed: ${trial.error ?? ""}`);
    await pause(100);
  }
  throw new Error(`The preview did not end in ${TRIED_WITHIN_MS / 1_000} s.`);
}
