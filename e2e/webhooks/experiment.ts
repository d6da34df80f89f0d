import { setTimeout as pause } from "node:timers/promises";
import { openExperimentApi } from "@/e2e/exactly-once/experiment-api";
import { startFleet } from "@/e2e/exactly-once/fleet";
import { inTenant } from "@/server/db/database/transaction";
import { storeEvents } from "@/server/db/webhooks/events";
import { TEST_WEBHOOK_SECRET } from "@/server/testing/factories";
import { TEST_SETTINGS } from "@/server/testing/settings";
import { numberFaults, startWebhookReceiver } from "@/server/testing/webhook-receiver";
import type { Settings } from "@/server/usecases/settings";

export interface ExperimentOptions {
  readonly events: number;
  readonly senders: number;
  readonly seed: number;
  /** After so long without a number that is new, what has not arrived is missing. */
  readonly stalledMs: number;
}

/**
 * The arguments of a sender process. `speed` is how much faster its clock runs than the machine's, from `epochMs` on.
 */
export interface SenderOrders {
  readonly databaseUrl: string;
  readonly settings: Settings;
  readonly seed: number;
  readonly epochMs: number;
  readonly speed: number;
}

/** What the receiver counted; the service contributes only the number of events it stored. */
export interface Figures {
  readonly events: number;
  readonly requests: number;
  /** Requests beyond the first with the same id, number and body. */
  readonly repeated: number;
  /** Numbers from 1 to the number of events that never arrived. */
  readonly missing: number;
  /** Numbers that arrived with more than one id, or ids with more than one body. */
  readonly conflicting: number;
  readonly unsigned: number;
  readonly rolled_back_but_sent: number;
  readonly kills: number;
  readonly seconds: number;
}

/** Whether nothing was lost, and nothing sent twice but with the same id, number and body. */
export const holds = (figures: Figures): boolean =>
  figures.missing + figures.conflicting + figures.unsigned + figures.rolled_back_but_sent === 0;

const SPEED = 60;
/** One of this many changes is also tried in a transaction that is rolled back. */
const ROLLED_BACK_EVERY = 5;

/**
 * Stores events in transactions, some of which are rolled back, while sender processes are killed at every point and
 * the receiver refuses some requests; ends when the receiver has every number, or no new one comes any more. A slow
 * machine is no loss: it needs seconds for each process that is started anew.
 */
export async function experiment(
  database: { readonly ownerUrl: string; readonly appUrl: string },
  { events, senders, seed, stalledMs }: ExperimentOptions,
): Promise<Figures> {
  const epochMs = Date.now();
  const now = (): number => epochMs + (Date.now() - epochMs) * SPEED;
  const receiver = await startWebhookReceiver(now);
  receiver.secrets.push(TEST_WEBHOOK_SECRET);
  // The number decides, so that every event is refused once and then accepted.
  const refused = new Set<number>();
  receiver.answer = ({ body: { number } }) => {
    if (number % 7 !== 0 || refused.has(number)) return 204;
    refused.add(number);
    return 503;
  };
  const { services, arrange, close } = await openExperimentApi(database, TEST_SETTINGS);
  const { id: workspaceId, tenant } = await arrange.workspace();
  const endpointId = await arrange.make.webhook(workspaceId, { url: receiver.url });
  const orders: SenderOrders = {
    databaseUrl: database.appUrl,
    settings: TEST_SETTINGS,
    seed,
    epochMs,
    speed: SPEED,
  };
  const fleet = await startFleet(senders, import.meta.dirname, orders);
  const startedAt = performance.now();
  try {
    const write = (rollBack: boolean) =>
      inTenant(services.db, tenant, async (tx) => {
        await storeEvents(
          tx,
          rollBack ? "policy.activated" : "webhook.test",
          [subjectOf(rollBack, endpointId)],
          {
            atMs: now(),
          },
        );
        if (rollBack) throw new RolledBack();
      }).catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    for (let at = 0; at < events; at += 8)
      await Promise.all(
        Array.from({ length: Math.min(8, events - at) }, async (_, place) => {
          if ((at + place) % ROLLED_BACK_EVERY === 0) await write(true);
          await write(false);
        }),
      );
    const arrived = (): number => new Set(receiver.received.map(({ body }) => body.number)).size;
    for (let seen = 0, since = performance.now(); seen < events; await pause(100)) {
      const count = arrived();
      if (count > seen) [seen, since] = [count, performance.now()];
      else if (performance.now() - since > stalledMs) break;
    }
    // A repetition that is still under way is counted too.
    await pause(1_000);
    return {
      ...figuresOf(receiver.received, events),
      kills: fleet.kills(),
      seconds: secondsSince(startedAt),
    };
  } finally {
    await fleet.stop();
    await close();
    await receiver.close();
  }
}

class RolledBack extends Error {}

const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 100) / 10;

/** The policy of the workspace is the subject of the events that are rolled back. */
const subjectOf = (rolledBack: boolean, endpointId: string): string =>
  rolledBack ? "version 1" : endpointId;

function figuresOf(
  received: Awaited<ReturnType<typeof startWebhookReceiver>>["received"],
  events: number,
): Omit<Figures, "kills" | "seconds"> {
  const { missing, reused } = numberFaults(received);
  const highest = Math.max(0, ...received.map(({ body }) => body.number));
  const texts = new Map<string, Set<string>>();
  for (const { id, text } of received) texts.set(id, (texts.get(id) ?? new Set<string>()).add(text));
  const changed = [...texts.values()].filter((each) => each.size > 1).length;
  return {
    events,
    requests: received.length,
    repeated: received.length - texts.size,
    missing: missing.length + Math.max(0, events - highest),
    conflicting: reused.length + changed,
    unsigned: received.filter(({ verifiedBy }) => verifiedBy.length !== 1).length,
    rolled_back_but_sent: received.filter(({ body }) => body.type === "policy.activated").length,
  };
}
