import { recommendationPage } from "@/server/db/recommendations/pages";
import { type WriteBackRow, writeBacksOf } from "@/server/db/write-backs/write-backs";
import { MINUTE_MS } from "@/server/domain/durations";
import { PAST_ITEMS, type PastItem, type PastKind, type PastMove } from "@/server/domain/sample-shop/past";
import { RUN_DAYS } from "@/server/domain/sample-shop/past-days";
import { OPEN_WRITE_BACK_STATUSES } from "@/server/domain/write-backs/write-back";
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
import { type Act, contextAt, type Shop } from "./demo-clock";

const SECOND_MS = 1_000;
/** Between two decisions of a day; longer than a write that has to wait out its quarantine by the usual settings. */
const APART_MS = 6 * MINUTE_MS;

type Moved = PastItem & { readonly move: PastMove };

const MOVED: readonly Moved[] = PAST_ITEMS.flatMap((past) =>
  past.move === null ? [] : [{ ...past, move: past.move }],
);

const APPROVED: readonly PastKind[] = ["raised", "followed", "passed on", "tried"];
/** What they wrote with some of their approvals. */
const REASONS = ["Agreed with purchasing.", null, null, "As discussed.", null, "In step with the season."];

/** What people decided after the run of that place in `RUN_DAYS`, and what they took back on that day. */
export function decisionActs(shop: Shop, run: number): Act[] {
  const day = dayOf(run);
  const decided = MOVED.filter(({ move }) => move.decided === run);
  const takenBack = MOVED.filter(({ move }) => move.kind === "tried" && move.decided === run - 1);
  return [
    ...decided.flatMap((past, n) => decision(shop, past, shop.at(day, "10:00") + n * APART_MS)),
    ...takenBack.flatMap((past, n) => reversal(shop, past, shop.at(day, "16:00") + n * APART_MS)),
  ];
}

const dayOf = (run: number): number => RUN_DAYS[run] ?? 0;

function decision(shop: Shop, { item: { sku }, move }: Moved, atMs: number): Act[] {
  const laterMs = atMs + 2 * MINUTE_MS;
  const accept: Act = {
    atMs,
    by: "colleague",
    play: (context) =>
      withChange(context, shop.idOf(sku), "new", (id) => acceptRecommendation(context, { id })),
  };
  if (APPROVED.includes(move.kind)) return [accept, ...approval(shop, sku, move, laterMs)];
  if (move.kind === "rejected") return [accept, rejection(shop, sku, laterMs)];
  return [move.nth % 2 === 0 ? dismissal(shop, sku, atMs) : snooze(shop, sku, move, atMs)];
}

const approval = (shop: Shop, sku: string, { nth }: PastMove, atMs: number): Act[] => [
  {
    atMs,
    by: nth % 3 === 2 ? "colleague" : "owner",
    play: (context) =>
      withChange(context, shop.idOf(sku), "pending_approval", (id) =>
        approveRecommendation(context, { id, reason: REASONS[nth % REASONS.length] ?? undefined }),
      ),
  },
  writing(shop, sku, atMs + 30 * SECOND_MS),
];

const rejection = (shop: Shop, sku: string, atMs: number): Act => ({
  atMs,
  by: "owner",
  play: (context) =>
    withChange(context, shop.idOf(sku), "pending_approval", (id) =>
      rejectRecommendation(context, { id, reason: "Their sale ends this week; we wait." }),
    ),
});

const dismissal = (shop: Shop, sku: string, atMs: number): Act => ({
  atMs,
  by: "colleague",
  play: (context) =>
    withChange(context, shop.idOf(sku), "new", (id) =>
      dismissRecommendation(context, { id, reason: "Only until their stock is sold." }),
    ),
});

const snooze = (shop: Shop, sku: string, { decided }: PastMove, atMs: number): Act => ({
  atMs,
  by: "owner",
  play: (context) =>
    withChange(context, shop.idOf(sku), "new", (id) =>
      snoozeRecommendation(context, {
        id,
        snoozeUntil: new Date(shop.at(dayOf(decided + 1), "12:00")),
        reason: "We see whether it stays so.",
      }),
    ),
});

/** Takes a written price back. */
const reversal = (shop: Shop, { item: { sku } }: Moved, atMs: number): Act[] => [
  {
    atMs,
    by: "owner",
    play: async (context) => {
      const [newest] = await writesOf(context, shop.idOf(sku));
      if (newest) await revertWriteBack(context, newest.id);
    },
  },
  writing(shop, sku, atMs + 30 * SECOND_MS),
];

/**
 * Carries an item's open write-back to the store. One that was interrupted is still leased, or in doubt: it goes on
 * after its lease and its quarantine.
 */
const writing = (shop: Shop, sku: string, atMs: number): Act => ({
  atMs,
  by: "owner",
  play: async (context) => {
    const { services, tenant } = context;
    const { writeBackLeaseMs, quarantineMs } = services.settings;
    for (const laterMs of [0, writeBackLeaseMs + SECOND_MS, writeBackLeaseMs + quarantineMs + SECOND_MS]) {
      const open = (await writesOf(context, shop.idOf(sku))).find(isOpen);
      if (!open) return;
      await processWriteBack(contextAt(context, services.now() + laterMs).services, tenant, open.id);
    }
  },
});

const isOpen = ({ status }: WriteBackRow): boolean =>
  OPEN_WRITE_BACK_STATUSES.some((open) => open === status);

/** Returns an item's write-backs, newest first. */
async function writesOf(context: RequestContext, item: Promise<string>): Promise<WriteBackRow[]> {
  const itemId = await item;
  return readTransaction(context, (tx) => writeBacksOf(tx, itemId, { lock: false }));
}

/** Decides on the price change that was found for an item, if it has that status. */
async function withChange(
  context: RequestContext,
  item: Promise<string>,
  status: "new" | "pending_approval",
  decide: (id: string) => Promise<unknown>,
): Promise<void> {
  const { services, tenant } = context;
  const page = { before: null, limit: 1, status, updatedSince: null } as const;
  const filter = { ...page, itemId: await item, criteria: { kind: "price_change" } } as const;
  const [found] = await recommendationPage(services.db, tenant, filter, services.now());
  if (found) await decide(found.id);
}
