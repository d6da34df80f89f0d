import { createHmac, randomBytes } from "node:crypto";
import { verifyPassword } from "@/server/credentials/password";
import { findUserByEmail, hasAnyUser, workspacesOf } from "@/server/db/accounts/accounts";
import { withAdvisoryLock } from "@/server/db/database/advisory-lock";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { findConnected } from "@/server/db/integrations/integrations";
import { countItems } from "@/server/db/items/items";
import { listRuns } from "@/server/db/runs/runs";
import { findMarkedWorkspace, markDemo } from "@/server/db/workspaces/demo";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { makeId } from "@/server/domain/ids";
import { acceptsMutations } from "@/server/domain/plan/plans";
import { patchOf, SAMPLE_ITEMS, type SampleItem } from "@/server/domain/sample-shop/catalog";
import { observationsOf } from "@/server/domain/sample-shop/market";
import { createUser } from "@/server/usecases/accounts/create-user";
import { connectStore } from "@/server/usecases/integrations/connect";
import { runSync } from "@/server/usecases/integrations/sync";
import { upsertItems } from "@/server/usecases/items/upsert";
import { recordObservations } from "@/server/usecases/observations/record";
import { memberContext } from "@/server/usecases/operator-context";
import type { RequestContext } from "@/server/usecases/request-context";
import { processRun } from "@/server/usecases/runs/process";
import { triggerRun } from "@/server/usecases/runs/trigger";
import type { Services } from "@/server/usecases/services";
import { readTransaction } from "@/server/usecases/transaction";
import { setUpWorkspace } from "@/server/usecases/workspaces/create";
import { decideSome } from "./demo-decisions";

const EMAIL = "demo@pricecheck.local";
const WORKSPACE = "Demo outdoor shop";
const BEGAN_MS = 130 * DAY_MS;
const COSTS_SET_MS = 9 * DAY_MS;
const RAN_MS = 2 * HOUR_MS;
const BATCH = 1_000;

/** How to sign in to the demo workspace. */
export interface DemoSignIn {
  readonly email: string;
  readonly password: string;
  readonly workspaceId: string;
}

/**
 * Fills an empty installation with a demo shop: a workspace on plan max with 200 items, what they cost and what others
 * charge, the sandbox store, and a run whose findings were partly decided on. Goes on where it was interrupted and
 * changes nothing once it is there. The password follows from the installation's own secret.
 * It is the workspace that strangers may be shown; a workspace that somebody else made never becomes it.
 * @returns null where people use the installation already and there is no demo
 */
export function seedDemo(services: Services): Promise<DemoSignIn | null> {
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
    const asOf = (agoMs: number) =>
      memberContext(servicesAt(services, services.now() - agoMs), workspaceId, EMAIL);
    if (acceptsMutations((await asOf(0)).lifecycle)) await fill(asOf);
    return { email: EMAIL, password, workspaceId };
  });
}

async function fill(asOf: (agoMs: number) => Promise<RequestContext>): Promise<void> {
  const now = await asOf(0);
  if ((await readTransaction(now, countItems)) === 0) await fillCatalog(asOf);
  if (now.services.sandbox && !(await readTransaction(now, (tx) => findConnected(tx))))
    await connectSandbox(await asOf(RAN_MS));
  const [run] = await readTransaction(now, (tx) =>
    listRuns(tx, { before: null, status: "succeeded", limit: 1 }),
  );
  if (!run) await runAndDecide(await asOf(RAN_MS), now);
}

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

/** The services as of some time; nothing waits there for a worker that does not run yet. */
function servicesAt(services: Services, nowMs: number): Services {
  const settings = { ...services.settings, approveWaitMs: 0 };
  const newId: Services["newId"] = (kind) => makeId(kind, nowMs, randomBytes(10));
  return { ...services, settings, newId, now: () => nowMs };
}

const rows = (items: readonly SampleItem[], cost: "cost" | "costNow") =>
  items.map((item) => ({ sku: item.sku, value: patchOf(item, item[cost]) }));

/** Costs are told at the beginning and again later, those that have gone stale excepted. */
async function fillCatalog(asOf: (agoMs: number) => Promise<RequestContext>): Promise<void> {
  await upsertItems(await asOf(BEGAN_MS), rows(SAMPLE_ITEMS, "cost"));
  const withRecentCosts = SAMPLE_ITEMS.filter(({ story }) => story !== "cost stale");
  await upsertItems(await asOf(COSTS_SET_MS), rows(withRecentCosts, "costNow"));
  const now = await asOf(RAN_MS);
  const seen = SAMPLE_ITEMS.flatMap((item, index) => observationsOf(item, index, now.services.now()));
  for (let i = 0; i < seen.length; i += BATCH) await recordObservations(now, seen.slice(i, i + BATCH));
}

async function connectSandbox(context: RequestContext): Promise<void> {
  const { row } = await connectStore(context, { kind: "sandbox" });
  await runSync(context.services, context.tenant, row.id);
}

async function runAndDecide(then: RequestContext, now: RequestContext): Promise<void> {
  const run = await triggerRun(then, { subsetTags: [], trigger: "manual" });
  await processRun(then.services, then.tenant, run.id);
  await decideSome(now);
}
