import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ZodError } from "zod";
import type { MetFault, StoreCallKind } from "@/server/domain/rehearsals/faults";
import { STORE_NAME, sameKey, sandboxKey } from "@/server/stores/sandbox/access";
import { dateOf } from "@/server/stores/sandbox/entry-date";
import { sandboxFaults } from "@/server/stores/sandbox/faults";
import { openProducts } from "@/server/stores/sandbox/products";
import { handleSandboxRequest, type SandboxReply, type SandboxShop } from "@/server/stores/sandbox/routes";

const MAX_BODY_BYTES = 64 * 1024;

export type SandboxStore = {
  /** The origin that the store listens at, without a trailing slash. */
  readonly url: string;
  /** Lets calls meet the faults that a source has for them, from now on. */
  readonly rehearse: (source: RehearsalSource) => void;
  readonly stop: () => Promise<void>;
};

/** Takes the fault that a call to the store of that name meets; null without one. */
export type RehearsalSource = (storeName: string, call: StoreCallKind) => Promise<MetFault | null>;

export type SandboxOptions = {
  /** The folder of the journals, one file per workspace. Only one sandbox process may use it at a time. */
  readonly dir: string;
  /** 0 selects any free port. */
  readonly port: number;
  readonly secret: string;
  readonly host?: string;
  /** Receives the store's internal errors; callers only get a failed answer. */
  readonly onError?: (error: unknown) => void;
};

/**
 * Starts the sandbox store: a store with its own storage, called over HTTP like any other. Each workspace's store is
 * at `/stores/{name}` and requires the bearer key of `sandboxKey`. A price is acknowledged only after it is on the
 * disk. Rejects if the port is in use.
 */
export async function startSandboxStore(options: SandboxOptions): Promise<SandboxStore> {
  const host = options.host ?? "127.0.0.1";
  const shops = new Map<string, Promise<SandboxShop>>();
  const stopping = new AbortController();
  let source: RehearsalSource | null = null;
  const now = () => new Date();
  const open = async (name: string): Promise<SandboxShop> => ({
    products: await openProducts(join(options.dir, `${name}.jsonl`)),
    faults: sandboxFaults(),
    meets: async (call) => (await source?.(name, call)) ?? null,
    now,
  });
  const shopOf = (name: string): Promise<SandboxShop> => {
    const shop = shops.get(name) ?? open(name);
    shops.set(name, shop);
    shop.catch(() => shops.delete(name));
    return shop;
  };
  const server = createServer((request, response) => {
    void reply(request, options, shopOf).then((answer) => send(response, answer, stopping.signal));
  });
  await listen(server, options.port, host);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  return {
    url: `http://${host}:${port}`,
    rehearse: (next) => {
      source = next;
    },
    stop: async () => {
      stopping.abort();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      await Promise.all([...shops.values()].map(async (shop) => (await shop).products.close()));
    },
  };
}

/** Answers; breaks the connection for null, and where the store stops before an answer that is to be late. */
async function send(
  response: ServerResponse,
  answer: SandboxReply | null,
  stopping: AbortSignal,
): Promise<void> {
  const waited = answer === null || (await wait(response, answer.afterMs ?? 0, stopping));
  if (answer === null || !waited) return void response.socket?.resetAndDestroy();
  response.writeHead(answer.status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    ...(answer.retryAfter === undefined ? {} : { "retry-after": String(answer.retryAfter) }),
  });
  response.end(JSON.stringify(answer.body));
}

/** Waits; false if the caller has gone or the store stops before the end. */
async function wait(response: ServerResponse, ms: number, stopping: AbortSignal): Promise<boolean> {
  if (ms === 0) return true;
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const signal = AbortSignal.any([gone.signal, stopping]);
  return delay(ms, true, { signal }).catch(() => false);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function reply(
  request: IncomingMessage,
  { secret, onError }: SandboxOptions,
  shopOf: (name: string) => Promise<SandboxShop>,
): Promise<SandboxReply | null> {
  try {
    const url = new URL(request.url ?? "/", "http://sandbox.invalid");
    const [root, name = "", ...segments] = url.pathname.split("/").slice(1).map(decodeURIComponent);
    if (root !== "stores" || !STORE_NAME.test(name))
      return failure(404, "not_found", "There is no such path.");
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (!sameKey(key, sandboxKey(secret, name))) {
      return failure(401, "unauthorized", "The key does not belong to this store.");
    }
    const body = await readJson(request);
    const shop = await shopOf(name);
    return await handleSandboxRequest(shop, {
      method: request.method ?? "GET",
      segments,
      query: url.searchParams,
      body,
      at: dateOf(request.headers, shop.now()),
    });
  } catch (error) {
    if (error instanceof ZodError) {
      return failure(422, "invalid", error.issues.map((i) => `${i.path.join(".")}: ${i.message}`).join("; "));
    }
    if (error instanceof SyntaxError || error instanceof URIError) {
      return failure(400, "bad_request", "The request cannot be read.");
    }
    onError?.(error);
    return failure(500, "internal", "The sandbox store failed.");
  }
}

const failure = (status: number, error: string, message: string): SandboxReply => ({
  status,
  body: { error, message },
});

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) throw new SyntaxError("not bytes");
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new SyntaxError("body too large");
    chunks.push(chunk);
  }
  return bytes === 0 ? null : JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
