import { type AlertSignal, ITEM_ALERT_KINDS } from "@/server/domain/pricing/outcome";

export const ALERT_KINDS = [...ITEM_ALERT_KINDS, "write_back_failed", "run_failed", "run_held"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

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
export const ALERT_EFFECTS = ["insert", "seen", "clear", "none", "quiet"] as const;
export type AlertEffect = (typeof ALERT_EFFECTS)[number];

export type AlertTransition = { readonly effect: AlertEffect; readonly next: AlertState | null };

export declare function alertTransition(
  existing: AlertState | null,
  signal: AlertSignal["signal"],
  nowMs: number,
): AlertTransition;
