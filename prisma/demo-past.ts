import { randomBytes } from "node:crypto";
import { findUserByEmail } from "@/server/db/accounts/accounts";
import { auditTimes } from "@/server/db/audit/reading";
import { itemsBySku } from "@/server/db/items/items";
import { DAY_MS, MINUTE_MS } from "@/server/domain/durations";
import { DomainError, notFound } from "@/server/domain/errors";
import { PAST_ITEMS } from "@/server/domain/sample-shop/past";
import { SHOP_DAYS } from "@/server/domain/sample-shop/past-days";
import { createUser } from "@/server/usecases/accounts/create-user";
import { addMember } from "@/server/usecases/members/members";
import { changeChoices } from "@/server/usecases/notifications/choices";
import { memberContext } from "@/server/usecases/operator-context";
import { reportUnexpected } from "@/server/usecases/report";
import type { RequestContext } from "@/server/usecases/request-context";
import { readTransaction } from "@/server/usecases/transaction";
import { type Act, contextAt, type Shop, unseen } from "./demo-clock";

const COLLEAGUE = "mara@pricecheck.local";
const JOINED_MS = 10 * MINUTE_MS;

/**
 * Plays the demo's past by the product's own use cases, under a clock that begins with the shop: a second person,
 * imports, looks at the market, runs, and what people decided about what they found. Each act leaves an event in the
 * audit log at its own time, so that an interrupted past goes on behind the log's last event; a shop whose log has
 * reached the present gets none. Nothing is mailed, delivered, logged or counted.
 * An act that the product refuses is left out, and logged. Without a sandbox store no price could be written, and there
 * is no past.
 * @param owner the owner as of now, in a workspace with its first event
 * @param actsOf the acts of the past, in the order of time
 * @param signal ends it before the next act
 * @returns the time of the past's last act, in milliseconds since 1970; null for a shop that can have none
 */
export async function playPast(
  owner: RequestContext,
  actsOf: (shop: Shop) => readonly Act[],
  signal?: AbortSignal,
): Promise<number | null> {
  const times = await readTransaction(owner, auditTimes);
  if (times === null || owner.services.sandbox === null) return null;
  const shop = shopOf(owner, times.firstMs);
  const acts = actsOf(shop);
  const endMs = acts.at(-1)?.atMs ?? shop.beganMs;
  if (times.lastMs >= endMs) return endMs;
  const quiet = { ...owner, services: unseen(owner.services) };
  const people = {
    owner: { ...quiet, via: "web" } as const,
    colleague: { ...(await colleagueOf(contextAt(quiet, shop.beganMs + JOINED_MS))), via: "web" } as const,
  };
  for (const act of acts) {
    if (signal?.aborted) break;
    if (act.atMs > times.lastMs) await play(people[act.by], act);
  }
  return endMs;
}

async function play(person: RequestContext, { atMs, tickMs, play: act }: Act): Promise<void> {
  const context = contextAt(person, atMs, tickMs);
  try {
    await act(context);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    reportUnexpected(person.services, person.tenant.workspaceId, {}, error);
  }
}

/** A shop whose days begin at midnight in UTC; the last one is that on which it is shown first. */
function shopOf(context: RequestContext, beganMs: number): Shop {
  const today = Math.floor((beganMs + SHOP_DAYS * DAY_MS) / DAY_MS) * DAY_MS;
  const skus = PAST_ITEMS.map(({ item }) => item.sku);
  let items: ReturnType<typeof itemsBySku> | null = null;
  return {
    beganMs,
    at: (daysAgo, time) => today - daysAgo * DAY_MS + Date.parse(`1970-01-01T${time}:00Z`),
    idOf: async (sku) => {
      items ??= readTransaction(context, (tx) => itemsBySku(tx, skus));
      const id = (await items).get(sku)?.id;
      if (id === undefined) throw notFound("item");
      return id;
    },
  };
}

/**
 * Returns the second person of the shop, who decides beside its owner, and lets them join if they have not. Nobody
 * signs in as them, and they are not mailed.
 */
async function colleagueOf(owner: RequestContext): Promise<RequestContext> {
  const { services, tenant } = owner;
  const password = randomBytes(24).toString("base64url");
  if (!(await findUserByEmail(services.db, COLLEAGUE)))
    await createUser(services, { email: COLLEAGUE, password, name: "Mara Lind", confirmed: true });
  await addMember(owner, { email: COLLEAGUE, role: "admin" });
  const colleague = await memberContext(services, tenant.workspaceId, COLLEAGUE);
  await changeChoices(colleague, {
    approvals: false,
    digest: "off",
    runs: false,
    write_backs: false,
    integrations: false,
  });
  return colleague;
}
