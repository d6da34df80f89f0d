import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type Client, clientOf, expected } from "@/e2e/client";
import { startService } from "@/e2e/service";
import { ensureBundled, ensurePages } from "@/scripts/build.mjs";

const OWNER = "demo@pricecheck.local";
const TRIED_WITHIN_MS = 60_000;

const Workspaces = z.object({ data: z.array(z.object({ id: z.string() })) });
const Linted = z.object({
  findings: z.array(z.object({ level: z.string(), path: z.string(), message: z.string() })),
});
const Started = z.object({ trial: z.object({ id: z.string() }) });
const Tried = z.object({
  trial: z.object({
    status: z.string(),
    error: z.string().nullable(),
    result: z
      .object({ effect: z.object({ items: z.int(), draft: z.object({ moved: z.int() }) }) })
      .nullable(),
  }),
});

/** What a policy would do with the demo shop: what lint calls an error, and how many prices move and stay. */
export interface Previewed {
  readonly errors: readonly string[];
  readonly moved: number;
  readonly kept: number;
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
  const workspaces = Workspaces.parse(await service.operate("workspace", "list", "--user", OWNER));
  const owner = ["--workspace", workspaces.data[0]?.id ?? "", "--user", OWNER];
  const minted = await service.operate(
    "token",
    "mint",
    ...owner,
    "--name",
    "Examples",
    "--scopes",
    "policies:read",
  );
  const client = clientOf(service.url, z.object({ token: z.string() }).parse(minted).token);
  return { previewed: (document) => previewed(client, document), close: () => service.stop() };
}

async function previewed(client: Client, document: unknown): Promise<Previewed> {
  const { findings } = Linted.parse(expected(await client.post("/policies/lint", { document }), 200));
  const errors = findings
    .filter(({ level }) => level === "error")
    .map(({ path, message }) => `lint: ${path}: ${message}`);
  const { trial } = Started.parse(expected(await client.post("/policies/preview", { document }), 202));
  const { items, draft } = await effectOf(client, trial.id);
  return { errors, moved: draft.moved, kept: items - draft.moved };
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
