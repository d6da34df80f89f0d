import { evidenceSql, lastRunSql, seenAlertSql, seenSince } from "@/server/db/run-series/read-seen";
import type { Plan } from "@/server/domain/plan/plans";
import { processRun } from "@/server/usecases/runs/process";
import type { TestWorkspace } from "./factories";
import type { TestResponse, TestService } from "./service";

type Json = Readonly<Record<string, unknown>>;

/** An item as a test specifies it: amounts as decimals in euros, null if unknown. */
export interface WatchedItem {
  readonly sku: string;
  readonly price?: string | null;
  readonly cost?: string | null;
  readonly map_price?: string | null;
  readonly min_price?: string | null;
  readonly max_price?: string | null;
  readonly stock?: number | null;
  readonly tags?: readonly string[];
}

/** A shop whose catalog and market a test fills through the API, and whose runs it processes. */
export interface Shop {
  readonly workspace: TestWorkspace;
  readonly token: string;
  call(method: string, path: string, body?: unknown): Promise<TestResponse>;
  /** Imports items through the API. */
  stock(...items: readonly WatchedItem[]): Promise<void>;
  /** Reports competitor prices of a sku through the API; default time: now. */
  observe(
    sku: string,
    prices: readonly string[],
    more?: { at?: string; currency?: string; in_stock?: boolean; shipping?: string },
  ): Promise<void>;
  /** Activates another policy: `document` replaces top-level settings of the starting policy. */
  policy(document: Json): Promise<void>;
  /** Triggers a run through the API, processes it and returns it. */
  run(body?: Json): Promise<Json>;
  /** Every recommendation or alert of the sku, oldest first, with what the last runs saw of it. */
  recommendations(sku: string): Promise<Json[]>;
  alerts(sku: string): Promise<Json[]>;
  itemId(sku: string): Promise<string>;
}

/** Opens a workspace with an owner's token and the actions of a test. */
export async function openShop(service: TestService, { plan = "max" }: { plan?: Plan } = {}): Promise<Shop> {
  const workspace = await service.workspace({ plan });
  const token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
  const call: Shop["call"] = (method, path, body) => service.call(method, path, { token, body });
  const euros = (amount: string | null | undefined) =>
    amount === undefined || amount === null ? amount : { amount, currency: "EUR" };
  const must = async (response: Promise<TestResponse>): Promise<Json> => {
    const { status, text, json } = await response;
    if (status >= 300 || json === null || json["refused"])
      throw new Error(`${status} ${text} ${JSON.stringify(service.logged.at(-1) ?? "")}`);
    return json;
  };
  const itemId: Shop["itemId"] = async (sku) => {
    const [row] = await service.sql<{ id: string }>(
      "SELECT id FROM catalog_items WHERE workspace_id = $1 AND sku = $2",
      [workspace.id, sku],
    );
    if (row === undefined) throw new Error(`there is no ${sku}`);
    return row.id;
  };
  const rowsOf = (rows: string) => async (sku: string) =>
    service.sql(`SELECT t.*, ${rows} WHERE t.workspace_id = $1 AND t.item_id = $2 ORDER BY t.id`, [
      workspace.id,
      await itemId(sku),
    ]);
  return {
    workspace,
    token,
    call,
    itemId,
    recommendations: rowsOf(
      `${lastRunSql("t")} AS last_run_id, ${evidenceSql("t")} AS evidence FROM recommendations t`,
    ),
    alerts: rowsOf(
      `${seenAlertSql.runId("t")} AS run_id, ${seenAlertSql.occurrences("t")} AS occurrences,
       ${seenAlertSql.lastSeen("t")} AS last_seen FROM alerts t ${seenSince("t")}`,
    ),
    stock: async (...items) => {
      const rows = items.map(({ price, cost, map_price, min_price, max_price, ...rest }) => ({
        title: `Item ${rest.sku}`,
        ...rest,
        price: euros(price),
        cost: euros(cost),
        map_price: euros(map_price),
        min_price: euros(min_price),
        max_price: euros(max_price),
      }));
      for (let at = 0; at < rows.length; at += 1_000)
        await must(call("POST", "/catalog/items", { items: rows.slice(at, at + 1_000) }));
    },
    observe: async (sku, prices, { at, currency = "EUR", in_stock = true, shipping } = {}) => {
      const observations = prices.map((amount, index) => ({
        sku,
        seller: `seller ${index + 1}`,
        price: { amount, currency },
        in_stock,
        ...(shipping === undefined ? {} : { shipping: { amount: shipping, currency } }),
        observed_at: at ?? new Date(service.clock.now()).toISOString(),
      }));
      await must(call("POST", "/catalog/observations", { observations }));
    },
    policy: async (document) => {
      await service.sql(
        `WITH made AS (
           INSERT INTO policy_versions (workspace_id, version, id, document, author, created_at)
           SELECT workspace_id, max(version) + 1, $2, (array_agg(document ORDER BY version))[1] || $3::jsonb, 'test', now()
           FROM policy_versions WHERE workspace_id = $1 GROUP BY workspace_id RETURNING version)
         UPDATE workspaces SET active_policy = made.version FROM made WHERE id = $1`,
        [workspace.id, service.services.newId("policy"), JSON.stringify(document)],
      );
    },
    run: async (body = {}) => {
      service.clock.advance(1_000);
      const { run } = await must(call("POST", "/runs", body));
      const { id } = run as { id: string };
      await processRun(service.services, workspace.tenant, id);
      return must(call("GET", `/runs/${id}`));
    },
  };
}
