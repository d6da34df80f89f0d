import { createHmac } from "node:crypto";
import { verifyPassword } from "@/server/credentials/password";
import { findUserByEmail, hasAnyUser, workspacesOf } from "@/server/db/accounts/accounts";
import { withAdvisoryLock } from "@/server/db/database/advisory-lock";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { findConnected } from "@/server/db/integrations/integrations";
import { countItems, itemsBySku } from "@/server/db/items/items";
import { listRuns } from "@/server/db/runs/runs";
import { findMarkedWorkspace, markDemo } from "@/server/db/workspaces/demo";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { acceptsMutations } from "@/server/domain/plan/plans";
import { patchOf, SAMPLE_ITEMS, type SampleItem } from "@/server/domain/sample-shop/catalog";
import { observationsOf } from "@/server/domain/sample-shop/market";
import { SHOP_DAYS } from "@/server/domain/sample-shop/past-days";
import { createUser } from "@/server/usecases/accounts/create-user";
import { connectStore } from "@/server/usecases/integrations/connect";
import { upsertItems } from "@/server/usecases/items/upsert";
import { recordObservations } from "@/server/usecases/observations/record";
import { memberContext } from "@/server/usecases/operator-context";
import type { RequestContext } from "@/server/usecases/request-context";
import { processRun } from "@/server/usecases/runs/process";
import { triggerRun } from "@/server/usecases/runs/trigger";
import type { Services } from "@/server/usecases/services";
import { readTransaction } from "@/server/usecases/transaction";
import { setUpWorkspace } from "@/server/usecases/workspaces/create";
import { contextAt, servicesAt } from "./demo-clock";
import { decideSome } from "./demo-decisions";
import { playPast } from "./demo-past";
import { pastActs, syncStore } from "./demo-past-acts";

const EMAIL = "demo@pricecheck.local";
const WORKSPACE = "Demo outdoor shop";
const BEGAN_MS = SHOP_DAYS * DAY_MS;
/** Behind the last act of the past. */
const LIST_MS = 26 * HOUR_MS;
const RAN_MS = 2 * HOUR_MS;
const BATCH = 1_000;

/** How to sign in to the demo workspace. */
export interface DemoSignIn {
  readonly email: string;
  readonly password: string;
  readonly workspaceId: string;
}

/**
 * Fills an empty installation with a demo shop: a workspace on the Max plan with 200 items, what they cost and what
 * others charge, the sandbox store, ninety days of past, and a run whose findings were partly decided on. Goes on where
 * it was interrupted and changes nothing once it is there. The password follows from the installation's own secret.
 * It is the workspace that strangers may be shown; a workspace that somebody else made never becomes it.
 * @param options.actsOf what is played before today; the whole past by default
 * @param options.signal ends the work at its next act
 * @returns null where people use the installation already and there is no demo, and if it was ended
 */
export function seedDemo(services: Services, options: Filling = {}): Promise<DemoSignIn | null> {
  return withAdvisoryLock(services.db, "demo", async () => {
    const password = createHmac("sha256", services.settings.authSecret)
      .update("demo sign-in")
      .digest("base64url")
      .slice(0, 16);
    const then = servicesAt(services, services.now() - BEGAN_MS);
    const ownerId = await owner(then, password);
    if (ownerId === null) return null;
    const workspaceId = await workspaceOf(then, ownerId);
    if (workspaceId === null) return null;
    const context = await memberContext(servicesAt(services, services.now()), workspaceId, EMAIL);
    if (acceptsMutations(context.lifecycle)) await fill(context, options);
    return options.signal?.aborted ? null : { email: EMAIL, password, workspaceId };
  });
}

/** What of the demo is played, and until when. */
interface Filling {
  readonly actsOf?: typeof pastActs;
  readonly signal?: AbortSignal;
}

async function fill(now: RequestContext, { actsOf = pastActs, signal }: Filling): Promise<void> {
  const pastEndMs = await playPast(now, actsOf, signal);
  if (signal?.aborted) return;
  const [run] = await readTransaction(now, (tx) =>
    listRuns(tx, { before: null, status: "succeeded", limit: 1 }),
  );
  if (run && (pastEndMs === null || run.createdAt.getTime() > pastEndMs)) return;
  await fillCatalog(now);
  const then = ago(now, RAN_MS);
  if (now.services.sandbox) await connectSandbox(then);
  await runAndDecide(then, now);
}

const ago = (now: RequestContext, ms: number): RequestContext => contextAt(now, now.services.now() - ms);

/**
 * Returns the seed's own account: one with its address and another password is that of somebody who signed up with it.
 */
async function owner(services: Services, password: string): Promise<string | null> {
  const known = await findUserByEmail(services.db, EMAIL);
  if (known) return (await verifyPassword(known.passwordHash, password)) ? known.id : null;
  if (await hasAnyUser(services.db)) return null;
  return (await createUser(services, { email: EMAIL, password, name: "Demo", confirmed: true })).id;
}

/**
 * Returns the demo, in whatever state it is, and creates it for an account without workspaces. Null where the account
 * has others only: they are somebody's own.
 */
async function workspaceOf(services: Services, ownerId: string): Promise<string | null> {
  const known = await workspacesOf(services.db, ownerId);
  const marked = await findMarkedWorkspace(services.db);
  if (marked) return known.some(({ id }) => id === marked.id) ? marked.id : null;
  if (known.length > 0) return null;
  const id = services.newId("workspace");
  const founding = {
    name: WORKSPACE,
    plan: "max",
    pricing: { currency: "EUR", pricesIncludeVat: false },
    owner: { id: ownerId, email: EMAIL },
    via: "command",
    requestId: null,
    ip: null,
  } as const;
  await inTenant(services.db, tenantOf(id), async (tx) => {
    await setUpWorkspace(services, tx, founding);
    await markDemo(tx);
  });
  return id;
}

/**
 * Brings what is new in the catalog, and what the market's sellers charge. Costs that have gone stale are not renewed.
 */
async function fillCatalog(now: RequestContext): Promise<void> {
  if ((await readTransaction(now, countItems)) === 0)
    await upsertItems(
      ago(now, BEGAN_MS),
      SAMPLE_ITEMS.map((item) => rowOf(item, item.cost)),
    );
  const renewed = SAMPLE_ITEMS.filter(({ story }) => story !== "cost stale");
  const skus = renewed.map(({ sku }) => sku);
  const known = await readTransaction(now, (tx) => itemsBySku(tx, skus));
  await upsertItems(
    ago(now, LIST_MS),
    renewed.map((item) => {
      const { sku, value } = rowOf(item, item.costNow);
      // A price that was written is the store's.
      const { price: _written, ...list } = value;
      return { sku, value: known.has(sku) ? list : value };
    }),
  );
  const then = ago(now, RAN_MS);
  const seen = SAMPLE_ITEMS.flatMap((item, index) => observationsOf(item, index, then.services.now()));
  for (let i = 0; i < seen.length; i += BATCH) await recordObservations(then, seen.slice(i, i + BATCH));
}

const rowOf = (item: SampleItem, cost: bigint | null) => ({ sku: item.sku, value: patchOf(item, cost) });

async function connectSandbox(context: RequestContext): Promise<void> {
  if (!(await readTransaction(context, (tx) => findConnected(tx))))
    await connectStore(context, { kind: "sandbox" });
  await syncStore(context);
}

async function runAndDecide(then: RequestContext, now: RequestContext): Promise<void> {
  const run = await triggerRun(then, { subsetTags: [], trigger: "manual" });
  await processRun(then.services, then.tenant, run.id);
  await decideSome(now);
}
