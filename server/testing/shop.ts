import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { sandboxKey, sandboxUrl } from "@/server/stores/sandbox/access";
import { startSandboxStore } from "@/server/stores/sandbox/server";
import type { CrashPoint } from "@/server/stores/sandbox/variant";
import type { Checkpoint } from "@/server/usecases/checkpoints";
import { rehearsalSource } from "@/server/usecases/rehearsals/source";
import type { WriteBackSteps } from "@/server/usecases/services";
import { processWriteBack } from "@/server/usecases/write-backs/process";
import type { Columns, TestWorkspace } from "./factories";
import { type FaultProxy, startFaultProxy } from "./fault-proxy";
import { startTestService, type TestResponse, type TestService, type TestServiceOptions } from "./service";

const SECRET = "a secret of the sandbox in tests";
const priced = z.object({ ref: z.string(), price: z.string(), marker: z.string().nullable() });

const shown = priced.extend({
  charged: z.string(),
  compare_at: z.string().nullable(),
  sale: z.object({ price: z.string(), from: z.string().nullable(), until: z.string().nullable() }).nullable(),
});

/** A sale as the store takes it: minor units, and ISO 8601 times. */
export interface ShownSale {
  readonly price: string;
  readonly from?: string;
  readonly until?: string;
}

/** An item whose price change awaits approval, the starting point of most tests. */
export interface Pending {
  readonly recommendation: string;
  readonly item: string;
  /** Its reference in the store. */
  readonly ref: string;
}

/** A workspace on the Max plan with a real store behind a proxy that can break requests. */
export interface Shop {
  readonly workspace: TestWorkspace;
  readonly token: string;
  readonly integration: string;
  /** Creates 19.99 → 21.49 EUR at a cost of 14.40, with 19.99 in the store. */
  pending(columns?: { item?: Columns; recommendation?: Columns }): Promise<Pending>;
  post(path: string, body?: unknown): Promise<TestResponse>;
  get(path: string): Promise<TestResponse>;
  /** Processes every unresolved write-back of the workspace once. */
  work(steps?: WriteBackSteps): Promise<void>;
  /** The price writes the store received, oldest first. */
  given(ref: string): Promise<readonly { readonly price: string; readonly marker: string | null }[]>;
  /** Edits a price as the merchant, bypassing the proxy. */
  edit(ref: string, price: string, marker?: string | null): Promise<void>;
  /** Sets sale and struck-through price as the merchant; the variant has to be known to the store. */
  show(ref: string, shown: { readonly sale?: ShownSale; readonly compare_at?: string }): Promise<void>;
  /** Makes the store crash during its next writes of ours. */
  crash(point: CrashPoint, times?: number): Promise<void>;
  /** The variant as the store has it. */
  look(ref: string): Promise<z.output<typeof shown>>;
}

/** A test service with a sandbox store behind a fault proxy. */
export interface ShopService {
  readonly service: TestService;
  readonly proxy: FaultProxy;
  /** Sets the handler of the protocol's fault points; throwing in it simulates a process that dies there. */
  onFault(strike: ((point: Checkpoint) => void | Promise<void>) | null): void;
  shop(options?: { readonly connected?: boolean }): Promise<Shop>;
  close(): Promise<void>;
}

/** Starts service, store and proxy; tests open it with `duringTests`. */
export async function startShops(options: TestServiceOptions = {}): Promise<ShopService> {
  const dir = await mkdtemp(join(tmpdir(), "sandbox-shops-"));
  const store = await startSandboxStore({ dir, port: 0, secret: SECRET });
  const proxy = await startFaultProxy({ target: store.url });
  let strike: ((point: Checkpoint) => void | Promise<void>) | null = null;
  const service = await startTestService({ ...options, checkpoint: (point) => strike?.(point) });
  store.rehearse(rehearsalSource(service.services));
  return {
    service,
    proxy,
    onFault: (next) => {
      strike = next;
    },
    shop: ({ connected = true } = {}) => openShop(service, proxy.url, store.url, connected),
    close: async () => {
      await service.close();
      await proxy.stop();
      await store.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function openShop(
  service: TestService,
  through: string,
  past: string,
  connected: boolean,
): Promise<Shop> {
  const workspace = await service.workspace();
  const { id: workspaceId, tenant, userId } = workspace;
  const token = await service.mintToken({ workspaceId, userId });
  const key = sandboxKey(SECRET, workspaceId);
  const store = { kind: "sandbox", url: sandboxUrl(through, workspaceId), credentials: { key } };
  const integration = connected
    ? await service.connectedStore(workspaceId, store)
    : service.services.newId("integration");
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${sandboxUrl(past, workspaceId)}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  return {
    workspace,
    token,
    integration,
    pending: async ({ item: itemColumns = {}, recommendation: columns = {} } = {}) => {
      const item = await service.make.item(workspaceId, itemColumns);
      const [row] = await service.sql<{ sku: string }>("SELECT sku FROM catalog_items WHERE id = $1", [item]);
      const recommendation = await service.make.recommendation(workspaceId, {
        item_id: item,
        status: "pending_approval",
        accepted: true,
        ...columns,
      });
      return { recommendation, item, ref: row?.sku ?? "" };
    },
    post: (path, body) => service.call("POST", path, { token, body }),
    get: (path) => service.call("GET", path, { token }),
    work: async (writeBackSteps = service.services.writeBackSteps) => {
      const open = await service.sql<{ id: string }>(
        "SELECT id FROM write_backs WHERE workspace_id = $1 AND finished_at IS NULL ORDER BY id",
        [workspaceId],
      );
      for (const { id } of open) await processWriteBack({ ...service.services, writeBackSteps }, tenant, id);
    },
    given: async (ref) => {
      const { data } = z.object({ data: z.array(priced) }).parse(await ask("GET", "/log?limit=1000"));
      return data.filter((entry) => entry.ref === ref).map(({ price, marker }) => ({ price, marker }));
    },
    edit: async (ref, price, marker = null) => {
      await ask("PUT", `/variants/${ref}/price`, { price, currency: "EUR", marker, mirror: price });
    },
    show: async (ref, window) => {
      await ask("PUT", `/variants/${ref}/window`, window);
    },
    crash: async (point, times = 1) => {
      await ask("POST", "/faults", { crash: point, times });
    },
    look: async (ref) => shown.parse(await ask("GET", `/variants/${ref}`)),
  };
}
