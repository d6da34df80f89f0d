import { listAlerts } from "@/server/db/alerts/pages";
import { MINUTE_MS } from "@/server/domain/durations";
import { PAST_ITEMS, type PastItem } from "@/server/domain/sample-shop/past";
import { RUN_DAYS } from "@/server/domain/sample-shop/past-days";
import { resolveAlert } from "@/server/usecases/alerts/resolve";
import { snoozeAlert } from "@/server/usecases/alerts/snooze";
import type { RequestContext } from "@/server/usecases/request-context";
import type { Act, Shop } from "./demo-clock";

/** What a person did about an alert of an item; without an end of the snooze it was resolved. */
interface Answer {
  readonly kind: "margin_below_floor" | "competitor_undercut" | "cost_spike";
  readonly snoozeUntilMs?: number;
  readonly reason: string;
}

/** What became of alerts after the run of that place in `RUN_DAYS`, other than by the ends of their conditions. */
export function alertActs(shop: Shop, run: number): Act[] {
  const answered = PAST_ITEMS.flatMap((past) => {
    const answer = answerTo(shop, past, run);
    return answer === null ? [] : [{ sku: past.item.sku, answer }];
  });
  return answered.map(({ sku, answer }, n) => ({
    atMs: shop.at(RUN_DAYS[run] ?? 0, "14:00") + n * MINUTE_MS,
    by: answer.snoozeUntilMs === undefined ? "owner" : "colleague",
    play: async (context) => giveAnswer(context, await shop.idOf(sku), answer),
  }));
}

function answerTo({ at }: Shop, { item, move }: PastItem, run: number): Answer | null {
  // It is open again at the last run of the past, as it is today.
  if (item.story === "below cost" && run === 0)
    return {
      kind: "margin_below_floor",
      snoozeUntilMs: at((RUN_DAYS.at(-1) ?? 0) + 1, "12:00"),
      reason: "Sold off until the new model comes.",
    };
  if (move === null) return null;
  const { kind, nth, moves, decided } = move;
  if (kind === "followed" && run === moves && nth % 3 === 0)
    return {
      kind: "competitor_undercut",
      snoozeUntilMs: at(RUN_DAYS[run + 1] ?? 0, "12:00"),
      reason: "We decide with the next run.",
    };
  if (kind === "followed" && run === moves && nth % 3 === 1)
    return { kind: "competitor_undercut", reason: "We follow with the next run." };
  if (kind === "passed on" && run === moves && nth % 2 === 0)
    return { kind: "cost_spike", reason: "The supplier confirmed the new list." };
  if (kind === "rejected" && run === decided)
    return { kind: "competitor_undercut", reason: "Their sale ends this week; we wait." };
  return null;
}

/** Answers an item's open alert of the kind, if there is one. */
async function giveAnswer(
  context: RequestContext,
  itemId: string,
  { kind, snoozeUntilMs, reason }: Answer,
): Promise<void> {
  const { services, tenant } = context;
  const filter = { status: "open", kind, itemId } as const;
  const page = { filter, sort: "newest", after: null, limit: 1, nowMs: services.now() } as const;
  const [alert] = await listAlerts(services.db, tenant, page);
  if (!alert) return;
  const { id } = alert;
  if (snoozeUntilMs === undefined) await resolveAlert(context, { id, reason });
  else await snoozeAlert(context, { id, snoozeUntilMs, reason });
}
