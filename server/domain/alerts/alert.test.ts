import { describe, expect, it } from "vitest";
import {
  type AlertState,
  alertTransition,
  evaluateAlertResolve,
  evaluateAlertSnooze,
  visibleAlertStatus,
} from "@/server/domain/alerts/alert";

const NOW = 1_000_000;
const alert = (over: Partial<AlertState> = {}): AlertState => ({
  status: "open",
  snoozeUntilMs: null,
  conditionOn: true,
  ...over,
});
const snoozed = alert({ status: "snoozed", snoozeUntilMs: NOW + 10 });
const handled = alert({ status: "resolved" });
const cleared = alert({ status: "resolved", conditionOn: false });

describe("an alert", () => {
  it.each([
    ["fires when the condition begins", null, "on", "insert", "open"],
    ["is seen again, not fired again, while it lasts", alert(), "on", "seen", "open"],
    ["stays snoozed while it lasts", snoozed, "on", "seen", "snoozed"],
    ["stays quiet once a person resolved it", handled, "on", "quiet", "resolved"],
    ["fires again after it had cleared", cleared, "on", "insert", "open"],
    ["is resolved when the condition clears", alert(), "off", "clear", "resolved"],
    ["is resolved when the condition clears under a snooze", snoozed, "off", "clear", "resolved"],
    ["remembers the clearing although a person had resolved it", handled, "off", "clear", "resolved"],
    ["has nothing to clear twice", cleared, "off", "none", "resolved"],
  ] as const)("%s", (_promise, existing, signal, effect, status) => {
    const transition = alertTransition(existing, signal, NOW);
    expect([transition.effect, transition.next?.status]).toEqual([effect, status]);
    expect(transition.next?.conditionOn).toBe(signal === "on");
  });

  it("does not exist for a condition that never held", () => {
    expect(alertTransition(null, "off", NOW)).toEqual({ effect: "none", next: null });
    expect(alertTransition(null, "keep", NOW)).toEqual({ effect: "none", next: null });
  });

  it("never changes for what is not known", () => {
    for (const state of [alert(), snoozed, handled, cleared]) {
      expect(alertTransition(state, "keep", NOW)).toEqual({ effect: "none", next: state });
    }
  });

  it("fires once for each time the condition begins", () => {
    const looks = ["on", "on", "keep", "on", "off", "off", "keep", "on", "on"] as const;
    let state: AlertState | null = null;
    const effects = looks.map((signal) => {
      const transition = alertTransition(state, signal, NOW);
      state = transition.next;
      return transition.effect;
    });
    expect(effects).toEqual(["insert", "seen", "none", "seen", "clear", "none", "none", "insert", "seen"]);
  });

  it("falls due to open by itself", () => {
    expect(visibleAlertStatus(snoozed, NOW)).toBe("snoozed");
    expect(visibleAlertStatus(snoozed, NOW + 10)).toBe("open");
    expect(alertTransition(snoozed, "on", NOW + 10).next).toEqual(alert());
  });
});

describe("a person's operation on an alert", () => {
  it("snoozes, moves the snooze, and takes the same instant for a repeat", () => {
    expect(evaluateAlertSnooze(alert(), NOW + 10, NOW)).toEqual({ effect: snoozed });
    expect(evaluateAlertSnooze(snoozed, NOW + 20, NOW)).toMatchObject({
      effect: { snoozeUntilMs: NOW + 20 },
    });
    expect(evaluateAlertSnooze(snoozed, NOW + 10, NOW)).toEqual({ idempotent: true });
    expect(evaluateAlertSnooze(handled, NOW + 10, NOW)).toEqual({ conflict: "resolved" });
  });

  it("resolves, and resolving again changes nothing", () => {
    expect(evaluateAlertResolve(alert())).toEqual({ effect: handled });
    expect(evaluateAlertResolve(snoozed)).toEqual({ effect: handled });
    expect(evaluateAlertResolve(handled)).toEqual({ idempotent: true });
  });
});
