import { describe, expect, it } from "vitest";
import {
  afterEvent,
  evaluate,
  RECOMMENDATION_ACTIONS,
  RECOMMENDATION_EVENTS,
  RECOMMENDATION_STATUSES,
  type RecommendationAction,
  type RecommendationState,
  type RecommendationStatus,
  visibleStatus,
} from "@/server/domain/recommendations/recommendation";

const NOW = 1_000_000;
const row = (status: RecommendationStatus, over: Partial<RecommendationState> = {}): RecommendationState => ({
  status,
  kind: "price_change",
  accepted: status !== "new" && status !== "held" && status !== "dismissed",
  snoozeUntil: null,
  version: 3,
  ...over,
});
const ask = (operation: RecommendationAction, on: RecommendationState, request = {}) =>
  evaluate(operation, on, request, NOW);

/** Per operation and status: the next status, "=" for a repeat, absent for a conflict. */
const TABLE: Record<
  RecommendationAction,
  Partial<Record<RecommendationStatus, RecommendationStatus | "=">>
> = {
  accept: {
    new: "pending_approval",
    pending_approval: "=",
    accepted: "=",
    approved: "=",
    applied: "=",
    failed: "=",
    rejected: "=",
    resolved: "=",
    superseded: "=",
  },
  dismiss: { new: "dismissed", accepted: "dismissed", dismissed: "=" },
  snooze: { new: "new", pending_approval: "pending_approval" },
  resolve: {
    new: "resolved",
    accepted: "resolved",
    pending_approval: "resolved",
    failed: "resolved",
    resolved: "=",
  },
  approve: { pending_approval: "approved", approved: "=", applied: "=", failed: "=" },
  reject: { pending_approval: "rejected" },
  override: { new: "new", pending_approval: "pending_approval" },
};

const CELLS = RECOMMENDATION_ACTIONS.flatMap((operation) =>
  RECOMMENDATION_STATUSES.map((status) => [operation, status, TABLE[operation][status]] as const),
);

describe("an operation on a recommendation", () => {
  it.each(CELLS)("%s in %s: %s", (operation, status, expected) => {
    const verdict = ask(operation, row(status), { snoozeUntil: new Date(NOW + 5) });
    if (expected === undefined) expect(verdict).toEqual({ conflict: status });
    else if (expected === "=") expect(verdict).toEqual({ idempotent: true });
    else expect(verdict).toMatchObject({ effect: { status: expected } });
  });

  it("accepts advice without asking anybody to approve it", () => {
    for (const kind of ["cost_review", "market_review"] as const) {
      expect(ask("accept", row("new", { kind }))).toEqual({
        effect: { status: "accepted", accepted: true, snoozeUntil: null },
      });
    }
  });

  it("does not take an accept for a repeat on what was never accepted", () => {
    for (const status of ["superseded", "resolved"] as const) {
      expect(ask("accept", row(status, { accepted: false }))).toEqual({ conflict: status });
    }
  });

  it("does not accept again what was accepted and then dismissed", () => {
    expect(ask("accept", row("dismissed", { accepted: true }))).toEqual({ conflict: "dismissed" });
  });

  it("refuses to approve another version than the one seen", () => {
    expect(ask("approve", row("pending_approval"), { version: 2 })).toEqual({
      conflict: "pending_approval",
      changed: ["version"],
    });
    expect(ask("approve", row("pending_approval"), { version: 3 })).toMatchObject({
      effect: { status: "approved" },
    });
    expect(ask("approve", row("approved"), { version: 2 })).toEqual({ idempotent: true });
  });
});

describe("a snooze", () => {
  const snoozed = row("pending_approval", { snoozeUntil: new Date(NOW + 10) });

  it("shows until its time and needs nothing to end", () => {
    expect(visibleStatus(snoozed, NOW)).toBe("snoozed");
    expect(visibleStatus(snoozed, NOW + 10)).toBe("pending_approval");
    expect(visibleStatus({ status: "approved", snoozeUntil: new Date(NOW + 10) }, NOW)).toBe("approved");
  });

  it("keeps the status underneath, which operations are judged by, and ends with them", () => {
    expect(ask("snooze", row("new"), { snoozeUntil: new Date(NOW + 9) })).toEqual({
      effect: { status: "new", accepted: false, snoozeUntil: new Date(NOW + 9) },
    });
    expect(ask("approve", snoozed)).toEqual({
      effect: { status: "approved", accepted: true, snoozeUntil: null },
    });
    expect(ask("approve", row("new", { snoozeUntil: new Date(NOW + 10) }))).toEqual({ conflict: "snoozed" });
  });

  it("is a repeat when it is to the same instant, and takes effect when it is to another one", () => {
    expect(ask("snooze", snoozed, { snoozeUntil: new Date(NOW + 10) })).toEqual({ idempotent: true });
    expect(ask("snooze", snoozed, { snoozeUntil: new Date(NOW + 11) })).toMatchObject({
      effect: { snoozeUntil: new Date(NOW + 11) },
    });
  });
});

describe("what a store, or the end of its item, does to a recommendation", () => {
  it.each(RECOMMENDATION_STATUSES)(
    "leads a recommendation in %s to its next status, or changes nothing",
    (status) => {
      const next = Object.fromEntries(
        RECOMMENDATION_EVENTS.map((event) => [event, afterEvent(event, row(status))]).filter(
          ([, to]) => to !== null,
        ),
      );
      const expected: Partial<Record<RecommendationStatus, Record<string, string>>> = {
        held: { item_inactive: "superseded" },
        new: { item_inactive: "superseded" },
        accepted: { item_inactive: "resolved" },
        pending_approval: { store_at_target: "resolved", item_inactive: "superseded" },
        approved: { write_applied: "applied", write_failed: "failed" },
        failed: { write_applied: "applied" },
      };
      expect(next).toEqual(expected[status] ?? {});
    },
  );
});
