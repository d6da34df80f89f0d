import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { ExperimentApi } from "@/e2e/exactly-once/experiment-api";
import { sealSecret } from "@/server/db/secrets/secrets";
import { sandboxKey, sandboxUrl } from "@/server/stores/sandbox/access";
import { startSandboxStore } from "@/server/stores/sandbox/server";

const SECRET = "a secret of the sandbox in tests";
const PARALLEL = 3;
const Log = z.object({ data: z.array(z.object({ seq: z.number(), ref: z.string(), price: z.string() })) });

/** A price change that awaits approval. */
export interface WaitingPrice {
  readonly recommendation: string;
  readonly item: string;
  /** Its reference in the store. */
  readonly ref: string;
}

/** A shop with a sandbox store, two approvers and prices that wait for approval. */
export interface BatchShop {
  readonly workspaceId: string;
  readonly tokens: readonly [string, string];
  readonly waiting: readonly WaitingPrice[];
  /** Every price that the store was given, oldest first, from the store's own log. */
  written(): Promise<readonly { readonly ref: string; readonly price: string }[]>;
  close(): Promise<void>;
}

/** Creates the shop; each price is 19.99 and is to become 21.49 EUR. */
export async function openBatchShop(office: ExperimentApi, prices: number): Promise<BatchShop> {
  const dir = await mkdtemp(join(tmpdir(), "sandbox-batches-"));
  const store = await startSandboxStore({ dir, port: 0, secret: SECRET });
  const { arrange, services } = office;
  const { id: workspaceId, userId } = await arrange.workspace();
  const key = sandboxKey(SECRET, workspaceId);
  const url = sandboxUrl(store.url, workspaceId);
  const integration = services.newId("integration");
  const secretContext = { table: "integrations", row: integration, workspaceId };
  const secret = sealSecret(services.settings.encryptionKey, secretContext, JSON.stringify({ key }));
  await arrange.make.integration(workspaceId, { id: integration, url, secret });
  const second = await arrange.person({ workspaceId, role: "approver" });
  const mint = (of: string) => arrange.mintToken({ workspaceId, userId: of });
  return {
    workspaceId,
    tokens: [await mint(userId), await mint(second)],
    waiting: await makeWaiting(office, workspaceId, prices),
    written: async () => {
      const all: { ref: string; price: string }[] = [];
      for (let after = 0; ; ) {
        const answer = await fetch(`${url}/log?limit=1000&after=${after}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        const { data } = Log.parse(await answer.json());
        all.push(...data);
        const last = data.at(-1);
        if (!last) return all;
        after = last.seq;
      }
    },
    close: async () => {
      await store.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function makeWaiting(
  { arrange }: ExperimentApi,
  workspaceId: string,
  prices: number,
): Promise<WaitingPrice[]> {
  const run = await arrange.make.run(workspaceId);
  const made: WaitingPrice[] = [];
  const lane = async () => {
    for (let number = made.length; made.length < prices; number = made.length) {
      const row = { recommendation: "", item: "", ref: `BATCH-${number}` };
      const place = made.push(row) - 1;
      const item = await arrange.make.item(workspaceId, { sku: row.ref });
      const recommendation = await arrange.make.recommendation(workspaceId, {
        item_id: item,
        run_id: run,
        status: "pending_approval",
        accepted: true,
      });
      made[place] = { ...row, item, recommendation };
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return made;
}
