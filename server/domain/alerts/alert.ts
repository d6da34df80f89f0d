import type { AlertSignal } from "@/server/domain/pricing/outcome";

export const ALERT_STATUSES = ["open", "snoozed", "resolved"] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** `conditionOn`: whether the condition held when last known; a resolved alert stays quiet while it is true. */
export type AlertState = {
  readonly status: AlertStatus;
  readonly snoozeUntilMs: number | null;
  readonly conditionOn: boolean;
};

/**
 * insert: a new occasion, the alert fires · seen: still on, last_seen moves · clear: the condition ended, the alert is
 * resolved · none: nothing to do · quiet: still on, but a person resolved it.
 */
export type AlertEffect = "insert" | "seen" | "clear" | "none" | "quiet";

export type AlertTransition = { readonly effect: AlertEffect; readonly next: AlertState | null };

/**
 * Merges one signal into the one alert an item has of a kind. It fires when the condition begins and again only after
 * it had cleared; clearing resolves it, snoozed or not; one a person resolved stays quiet until then. "keep" (not known,
 * or within the hysteresis band) never changes anything. `next` is the state to store, null when there is no alert.
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

/** The status a caller sees: a snooze that has fallen due is open again. */
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

/** Judges a snooze: an open alert, or a snoozed one to another instant; the same instant again changes nothing. */
export function evaluateAlertSnooze(alert: AlertState, snoozeUntilMs: number, nowMs: number): AlertVerdict {
  if (alert.status === "resolved") return { conflict: visibleAlertStatus(alert, nowMs) };
  if (alert.status === "snoozed" && alert.snoozeUntilMs === snoozeUntilMs) return { idempotent: true };
  return { effect: { ...alert, status: "snoozed", snoozeUntilMs } };
}

/** Judges a person's resolve: it ends a snooze too, and repeating it changes nothing. */
export const evaluateAlertResolve = (alert: AlertState): AlertVerdict =>
  alert.status === "resolved"
    ? { idempotent: true }
    : { effect: { ...alert, status: "resolved", snoozeUntilMs: null } };
