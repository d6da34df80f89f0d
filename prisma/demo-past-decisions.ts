import { listAlerts } from "@/server/db/alerts/pages";
import { itemsBySku } from "@/server/db/items/items";
import { recommendationPage } from "@/server/db/recommendations/pages";
import { writeBacksOf } from "@/server/db/write-backs/write-backs";
import { MINUTE_MS } from "@/server/domain/durations";
import { PAST_ITEMS, type PastItem, type PastKind, type PastMove } from "@/server/domain/sample-shop/past";
import { RUN_DAYS } from "@/server/domain/sample-shop/past-days";
import { OPEN_WRITE_BACK_STATUSES } from "@/server/domain/write-backs/write-back";
import { resolveAlert } from "@/server/usecases/alerts/resolve";
import { snoozeAlert } from "@/server/usecases/alerts/snooze";
import { approveRecommendation } from "@/server/usecases/recommendations/approve";
import {
  acceptRecommendation,
  dismissRecommendation,
  rejectRecommendation,
  snoozeRecommendation,
} from "@/server/usecases/recommendations/decide";
import type { RequestContext } from "@/server/usecases/request-context";
import { readTransaction } from "@/server/usecases/transaction";
import { processWriteBack } from "@/server/usecases/write-backs/process";
import { revertWriteBack } from "@/server/usecases/write-backs/revert";
import { type Act, type Calendar, contextAt } from "./demo-clock";

const SECOND_MS = 1_000;
/** Between two decisions of a day; longer than a write that has to wait out its quarantine by the usual settings. */
const APART_MS = 6 * MINUTE_MS;

type Moved = PastItem & { readonly move: PastMove };

const MOVED: readonly Moved[] = PAST_ITEMS.flatMap((past) =>
  past.move === null ? [] : [{ ...past, move: past.move }],
);

const APPROVED: readonly PastKind[] = ["raised", "followed", "passed on", "tried"];
const REASONS = ["Agreed with purchasing.", "As discussed on Monday.", "In step with the season."];

/** What people decided after the run of that place in `RUN_DAYS`, and what they took back on that day. */
export function decisionActs({ at }: Calendar, run: number): Act[] {
  const day = dayOf(run);
  const decided = MOVED.filter(({ move }) => move.decided === run);
  const takenBack = MOVED.filter(({ move }) => move.kind === "tried" && move.decided === run - 1);
  return [
    ...decided.flatMap((past, n) => decision(past, at(day, "10:00") + n * APART_MS, at)),
    ...takenBack.flatMap((past, n) => reversal(past, at(day, "16:00") + n * APART_MS)),
  ];
}

const dayOf = (run: number): number => RUN_DAYS[run] ?? 0;

function decision({ item: { sku }, move }: Moved, atMs: number, at: Calendar["at"]): Act[] {
  const accepted: Act = {
    atMs,
    by: "colleague",
    play: (context) =>
      withFound(context, sku, "new", (id) => acceptRecommendation(context, { id })),
  };
  const laterMs = atMs + 2 * MINUTE_MS;
  if (APPROVED.includes(move.kind)) return [accepted, ...approval(sku, move, laterMs)];
  if (move.kind === "rejected") return [accepted, rejection(sku, laterMs)];
  return [move.nth % 2 === 0 ? dismissal(sku, atMs) : snooze(sku, atMs, at(dayOf(move.decided + 1), "12:00"))];
}

const approval = (sku: string, { nth }: PastMove, atMs: number): Act[] => [
  {
    atMs,
    by: nth % 3 === 2 ? "colleague" : "owner",
    play: (context) =>
      withFound(context, sku, "pending_approval", (id) =>
        approveRecommendation(context, { id, ...(nth % 4 === 0 ? { reason: REASONS[(nth / 4) % REASONS.length] } : {}) }),
      ),
  },
  { atMs: atMs + 30 * SECOND_MS, by: "owner", play: (context) => write(context, sku) },
];

const rejection = (sku: string, atMs: number): Act => ({
  atMs,
  by: "owner",
  play: (context) =>
    withFound(context, sku, "pending_approval", (id) =>
      rejectRecommendation(context, { id, reason: "Their sale ends this week; we wait." }),
    ),
});

const dismissal = (sku: string, atMs: number): Act => ({
  atMs,
  by: "colleague",
  play: (context) =>
    withFound(context, sku, "new", (id) =>
      dismissRecommendation(context, { id, reason: "Only until their stock is sold." }),
    ),
});

const snooze = (sku: string, atMs: number, untilMs: number): Act => ({
  atMs,
  by: "owner",
  play: (context) =>
    withFound(context, sku, "new", (id) =>
      snoozeRecommendation(context, {
        id,
        snoozeUntil: new Date(untilMs),
        reason: "We see whether it stays so.",
      }),
    ),
});

/** Takes a written price back. */
const reversal = ({ item: { sku } }: Moved, atMs: number): Act[] => [
  {
    atMs,
    by: "owner",
    play: async (context) => {
      const [newest] = await writesOf(context, sku);
      if (newest) await revertWriteBack(context, newest.id);
    },
  },
  { atMs: atMs + 30 * SECOND_MS, by: "owner", play: (context) => write(context, sku) },
];

/** What became of alerts after the run of that place in `RUN_DAYS`, other than by their conditions' ends. */
export function alertActs({ at }: Calendar, run: number): Act[] {
  const day = dayOf(run);
  const acts = PAST_ITEMS.flatMap((past) => alertAct(past, run, at) ?? []);
  return acts.map((act, n) => ({ ...act, atMs: at(day, "14:00") + n * MINUTE_MS }));
}

function alertAct({ item, move }: PastItem, run: number, at: Calendar["at"]): Omit<Act, "atMs"> | null {
  const { sku, story } = item;
  const lastDay = dayOf(RUN_DAYS.length - 1);
  if (story === "below cost" && run === 0)
    return snoozed(sku, "margin_below_floor", {
      untilMs: at(lastDay + 1, "12:00"),
      reason: "Sold off until the new model comes.",
    });
  if (move?.kind === "followed" && move.moves === run && move.nth % 3 !== 2)
    return move.nth % 3 === 0
      ? snoozed(sku, "competitor_undercut", {
          untilMs: at(dayOf(run + 1), "12:00"),
          reason: "We decide with the next run.",
        })
      : resolved(sku, "competitor_undercut", "We follow with the next run.");
  if (move?.kind === "passed on" && move.moves === run && move.nth % 2 === 0)
    return resolved(sku, "cost_spike", "The supplier confirmed the new list.");
  if (move?.kind === "rejected" && move.decided === run)
    return resolved(sku, "competitor_undercut", "Their sale ends this week; we wait.");
  return null;
}

type ItemAlert = "margin_below_floor" | "competitor_undercut" | "cost_spike";

const snoozed = (
  sku: string,
  kind: ItemAlert,
  { untilMs, reason }: { readonly untilMs: number; readonly reason: string },
): Omit<Act, "atMs"> => ({
  by: "colleague",
  play: (context) =>
    withAlert(context, sku, kind, (id) => snoozeAlert(context, { id, snoozeUntilMs: untilMs, reason })),
});

const resolved = (sku: string, kind: ItemAlert, reason: string): Omit<Act, "atMs"> => ({
  by: "owner",
  play: (context) => withAlert(context, sku, kind, (id) => resolveAlert(context, { id, reason })),
});

async function withAlert(
  context: RequestContext,
  sku: string,
  kind: ItemAlert,
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  const { services, tenant } = context;
  const [alert] = await listAlerts(services.db, tenant, {
    filter: { status: "open", kind, itemId: await itemIdOf(context, sku) },
    sort: "newest",
    after: null,
    limit: 1,
    nowMs: services.now(),
  });
  if (alert) await work(alert.id);
}

/** Does something with the price change that was found for an item, if it has that status. */
async function withFound(
  context: RequestContext,
  sku: string,
  status: "new" | "pending_approval",
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  const { services, tenant } = context;
  const filter = {
    before: null,
    limit: 1,
    status,
    itemId: await itemIdOf(context, sku),
    updatedSince: null,
    criteria: { kind: "price_change" },
  } as const;
  const [found] = await recommendationPage(services.db, tenant, filter, services.now());
  if (found) await work(found.id);
}

const itemIdOf = (context: RequestContext, sku: string): Promise<string> =>
  readTransaction(context, async (tx) => (await itemsBySku(tx, [sku])).get(sku)?.id ?? "");

const writesOf = async (context: RequestContext, sku: string) => {
  const itemId = await itemIdOf(context, sku);
  return readTransaction(context, (tx) => writeBacksOf(tx, itemId, { lock: false }));
};

/**
 * Carries an item's open write-back to the store. One that was interrupted is still leased, or in doubt: it goes on
 * after its lease and its quarantine.
 */
async function write(context: RequestContext, sku: string): Promise<void> {
  const { services, tenant } = context;
  const { writeBackLeaseMs, quarantineMs } = services.settings;
  for (const laterMs of [0, writeBackLeaseMs + SECOND_MS, writeBackLeaseMs + quarantineMs + SECOND_MS]) {
    const open = (await writesOf(context, sku)).find(({ status }) =>
      OPEN_WRITE_BACK_STATUSES.some((each) => each === status),
    );
    if (!open) return;
    await processWriteBack(contextAt(context, services.now() + laterMs).services, tenant, open.id);
  }
}
