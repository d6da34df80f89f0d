import type { AlertSignal } from "@/server/domain/pricing/outcome";

export const ALERT_STATUSES = ["open", "snoozed", "resolved"] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/**
 * The orders of a list: the newest first, those with the most money at risk, or one kind after the other, each with the
 * most money at risk first.
 */
export const ALERT_SORTS = ["newest", "money_at_risk", "kind"] as const;
export type AlertSort = (typeof ALERT_SORTS)[number];

/** `conditionOn`: the condition's last known state. While it is true, a resolved alert is not raised again. */
export type AlertState = {
  readonly status: AlertStatus;
  readonly snoozeUntilMs: number | null;
  readonly conditionOn: boolean;
};

/**
 * - insert: the condition has begun, a new alert is raised
 * - seen: the condition continues, last_seen is updated
 * - clear: the condition has ended, the alert is resolved
 * - none: nothing changes
 * - quiet: the condition continues, but a person resolved the alert
 */
export type AlertEffect = "insert" | "seen" | "clear" | "none" | "quiet";

export type AlertTransition = { readonly effect: AlertEffect; readonly next: AlertState | null };

/**
 * Applies one signal to the alert that an item has of one kind. The alert is raised when the condition begins, and
 * again only after the condition has ended. The end of the condition resolves it, snoozed or not. An alert that a
 * person resolved stays resolved until then. The signal "keep" (unknown, or within the hysteresis band) changes
 * nothing.
 * @returns the effect, and in `next` the state to store; null means that there is no alert
 */
export function alertTransition(
  existing: AlertState | null,
  signal: AlertSignal["signal"],
  nowMs: number,
): AlertTransition {
  if (signal === "keep") return { effect: "none", next: existing };
  if (signal === "off") {
    if (existing === null || !existing.conditionOn) return { effect: "none", next: existing };
    return { effect: "clear", next: { status: "resolved", snoozeUntilMs: null, conditionOn: false } };
  }
  if (existing === null || !existing.conditionOn) {
    return { effect: "insert", next: { status: "open", snoozeUntilMs: null, conditionOn: true } };
  }
  if (existing.status === "resolved") return { effect: "quiet", next: existing };
  const status = visibleAlertStatus(existing, nowMs);
  return {
    effect: "seen",
    next: { ...existing, status, snoozeUntilMs: status === "open" ? null : existing.snoozeUntilMs },
  };
}

/** Returns the status that callers see: a snoozed alert is open again once the snooze is due. */
export const visibleAlertStatus = (
  alert: Pick<AlertState, "status" | "snoozeUntilMs">,
  nowMs: number,
): AlertStatus =>
  alert.status === "snoozed" && (alert.snoozeUntilMs === null || alert.snoozeUntilMs <= nowMs)
    ? "open"
    : alert.status;

export type AlertVerdict =
  | { readonly effect: AlertState }
  | { readonly idempotent: true }
  | { readonly conflict: AlertStatus };

/**
 * Evaluates a snooze: it applies to an open alert, or to a snoozed one with another time; the same time changes
 * nothing.
 */
export function evaluateAlertSnooze(alert: AlertState, snoozeUntilMs: number, nowMs: number): AlertVerdict {
  if (alert.status === "resolved") return { conflict: visibleAlertStatus(alert, nowMs) };
  if (alert.status === "snoozed" && alert.snoozeUntilMs === snoozeUntilMs) return { idempotent: true };
  return { effect: { ...alert, status: "snoozed", snoozeUntilMs } };
}

/** Evaluates a person's resolve: it also ends a snooze; resolving again changes nothing. */
export const evaluateAlertResolve = (alert: AlertState): AlertVerdict =>
  alert.status === "resolved"
    ? { idempotent: true }
    : { effect: { ...alert, status: "resolved", snoozeUntilMs: null } };
