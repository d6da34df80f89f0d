import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { sandboxStore } from "@/server/stores";
import { createUser } from "@/server/usecases/accounts/create-user";
import { importCatalog } from "@/server/usecases/imports/import-items";
import { connectStore } from "@/server/usecases/integrations/connect";
import { importObservations } from "@/server/usecases/observations/import-observations";
import { memberContext } from "@/server/usecases/operator-context";
import { setPolicy } from "@/server/usecases/policy/set";
import type { RequestContext } from "@/server/usecases/request-context";
import { createWorkspace } from "@/server/usecases/workspaces/create";
import type { Installation } from "./installation";

const OWNER = { email: "owner@history.example", password: "a password of the history" };

type Row = Readonly<Record<string, string>>;

const csv = (rows: readonly Row[]) => () => Readable.from([stringify([...rows], { header: true })]);

/** The shop whose past is replayed, with the actions of its owner. */
export interface Shop {
  readonly context: RequestContext;
  /** Imports rows in the catalog's CSV format. */
  importItems(rows: readonly Row[]): Promise<void>;
  /** Imports rows in the observations' CSV format. */
  observe(rows: readonly Row[]): Promise<void>;
  /**
   * Changes a price in the store itself, without the service; does nothing if the store does not have the product
   * yet.
   */
  editInStore(sku: string, minor: bigint, currency: string): Promise<void>;
}

/** Opens a workspace with the sandbox store and a policy that meets the market's one price. */
export async function openShop(installation: Installation): Promise<Shop> {
  const { services, sandbox } = installation;
  const { id: ownerId } = await createUser(services, { ...OWNER, confirmed: true });
  const { id } = await createWorkspace(services, {
    name: "History",
    plan: "enterprise",
    ownerId,
    via: "command",
    requestId: null,
    ip: null,
  });
  const context = await memberContext(services, id, OWNER.email);
  await connectStore(context, { kind: "sandbox" });
  await setPolicy(context, { document: oneSellerPolicy() });
  const store = sandboxStore.urlOf(sandbox.url, id);
  const headers = {
    authorization: `Bearer ${sandboxStore.keyOf(sandbox.secret, id)}`,
    "content-type": "application/json",
  };
  return {
    context,
    importItems: async (rows) => {
      if (rows.length > 0) await importCatalog(context, csv(rows));
    },
    observe: async (rows) => {
      if (rows.length > 0) await importObservations(context, csv(rows));
    },
    editInStore: async (sku, minor, currency) => {
      const body = JSON.stringify({ price: minor.toString(), currency, marker: null });
      const response = await fetch(`${store}/variants/${sku}/price`, { method: "PUT", headers, body });
      await response.body?.cancel();
      if (!response.ok && response.status !== 404) throw new Error(`the store answered ${response.status}`);
    },
  };
}

/** The starting policy with a minimum of one competitor, because the data has only one. */
function oneSellerPolicy(): object {
  const start = DEFAULT_POLICY("EUR");
  return {
    ...start,
    defaults: { ...start.defaults, gates: { ...start.defaults.gates, min_observations: 1 } },
    breaker: { ...start.breaker, max_share: null, max_median_move: null },
  };
}
