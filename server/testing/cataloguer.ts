import type { Plan } from "@/server/domain/plan/plans";
import type { TestWorkspace } from "./factories";
import type { TestResponse, TestService } from "./service";

/** A user who maintains a workspace's catalog through the API. */
export interface Cataloguer {
  readonly workspace: TestWorkspace;
  readonly token: string;
  call(method: string, path: string, body?: unknown): Promise<TestResponse>;
  /** Sends rows to the bulk upsert. */
  upsert(...items: unknown[]): Promise<TestResponse>;
  /** Sends rows of competitor prices. */
  observe(...observations: unknown[]): Promise<TestResponse>;
  itemId(sku: string): Promise<string>;
  /** The item as the API returns it. */
  item(sku: string): Promise<TestResponse["json"]>;
  /** The number of stored items. */
  count(): Promise<number>;
}

/** Opens a workspace with its owner's token. */
export async function openCatalog(service: TestService, plan: Plan = "max"): Promise<Cataloguer> {
  const workspace = await service.workspace({ plan });
  const token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
  const call: Cataloguer["call"] = (method, path, body) => service.call(method, path, { token, body });
  const itemId = async (sku: string): Promise<string> => {
    const rows = await service.sql<{ id: string }>(
      "SELECT id FROM catalog_items WHERE workspace_id = $1 AND sku = $2",
      [workspace.id, sku],
    );
    if (!rows[0]) throw new Error(`there is no ${sku}`);
    return rows[0].id;
  };
  return {
    workspace,
    token,
    call,
    upsert: (...items) => call("POST", "/catalog/items", { items }),
    observe: (...observations) => call("POST", "/catalog/observations", { observations }),
    itemId,
    item: async (sku) => (await call("GET", `/catalog/items/${await itemId(sku)}`)).json,
    count: async () =>
      (
        await service.sql<{ n: number }>(
          "SELECT count(*)::int AS n FROM catalog_items WHERE workspace_id = $1",
          [workspace.id],
        )
      )[0]?.n ?? 0,
  };
}
