import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

const RUN_WITHIN_MS = 30_000;

export type ClientResponse = { readonly status: number; readonly body: unknown };

/** A REST client with an API token. */
export type Client = {
  readonly token: string;
  readonly get: (path: string) => Promise<ClientResponse>;
  readonly post: (path: string, body?: unknown) => Promise<ClientResponse>;
  /** Triggers a run over the whole catalog and waits until it has succeeded. */
  readonly run: () => Promise<void>;
  /** The price changes of that status, ordered by the item's title. */
  readonly recommendations: (status: string) => Promise<readonly Recommended[]>;
  /** The ids of catalog items, newest first. */
  readonly items: () => Promise<readonly string[]>;
  /** The ids of runs, newest first. */
  readonly runs: () => Promise<readonly string[]>;
  /** Accepts every new price change; all of them are then pending approval. */
  readonly acceptAll: () => Promise<readonly Recommended[]>;
};

const money = z.object({ amount: z.string(), currency: z.string() });
const recommended = z.object({
  id: z.string(),
  status: z.string(),
  version: z.number(),
  item: z.object({ id: z.string(), sku: z.string(), title: z.string() }),
  current_price: money,
  recommended_price: money,
  evidence: z.unknown(),
  write_back: z
    .object({ id: z.string(), status: z.string(), store_answer: z.string().nullable() })
    .nullable(),
});
export type Recommended = z.output<typeof recommended>;

const triggered = z.object({ run: z.object({ id: z.string() }) });
const runState = z.object({ status: z.string(), error: z.string().nullable() });

/** Builds a client of the service's REST interface with a `pck_` token. */
export function clientOf(url: string, token: string): Client {
  const ask = async (method: string, path: string, body?: unknown): Promise<ClientResponse> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        connection: "close",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  };
  const client: Client = {
    token,
    get: (path) => ask("GET", path),
    post: (path, body) => ask("POST", path, body),
    run: async () => {
      const { run } = triggered.parse(expected(await client.post("/runs"), 202));
      await succeeded(client, run.id);
    },
    recommendations: async (status) => {
      const page = expected(await client.get(`/recommendations?kind=price_change&status=${status}`), 200);
      const { data } = z.object({ data: z.array(recommended) }).parse(page);
      return data.sort((a, b) => a.item.title.localeCompare(b.item.title));
    },
    items: async () => idsOf(await client.get("/catalog/items")),
    runs: async () => idsOf(await client.get("/runs")),
    acceptAll: async () => {
      for (const { id } of await client.recommendations("new"))
        expected(await client.post(`/recommendations/${id}/accept`), 200);
      return client.recommendations("pending_approval");
    },
  };
  return client;
}

const idsOf = (response: ClientResponse): string[] =>
  z
    .object({ data: z.array(z.object({ id: z.string() })) })
    .parse(expected(response, 200))
    .data.map(({ id }) => id);

/** Asserts the status of an answer and returns its body. */
export function expected(response: ClientResponse, status: number): unknown {
  if (response.status === status) return response.body;
  throw new Error(`${status} expected, ${response.status} answered: ${JSON.stringify(response.body)}`);
}

async function succeeded(client: Client, run: string): Promise<void> {
  const until = Date.now() + RUN_WITHIN_MS;
  while (Date.now() < until) {
    const { status, error } = runState.parse(expected(await client.get(`/runs/${run}`), 200));
    if (status === "succeeded") return;
    if (status === "failed" || status === "canceled") throw new Error(`The run ${status}: ${error ?? ""}`);
    await pause(400);
  }
  throw new Error(`The run did not end in ${RUN_WITHIN_MS / 1000} s.`);
}
