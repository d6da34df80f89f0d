import { z } from "zod";
import type { AlertRow } from "@/server/db/alerts/alerts";
import { ALERT_STATUSES, visibleAlertStatus } from "@/server/domain/alerts/alert";
import { ALERT_KINDS } from "@/server/domain/alerts/kinds";
import { wireIn } from "@/server/domain/money";
import { ALERT_SEVERITIES } from "@/server/domain/pricing/outcome";
import type { AlertChange } from "@/server/usecases/alerts/act";
import { MoneyOut, Timestamp } from "../scalars";

const AlertStatusOut = z.enum(ALERT_STATUSES);
export const AlertKindOut = z.enum(ALERT_KINDS);
const AlertSeverityOut = z.enum(ALERT_SEVERITIES);

export const Alert = z
  .object({
    id: z.string(),
    kind: AlertKindOut,
    status: AlertStatusOut,
    severity: AlertSeverityOut,
    item: z
      .object({ id: z.string(), sku: z.string(), title: z.string() })
      .nullable()
      .meta({ description: "Null where the alert is about a run." }),
    run_id: z.string().nullable().meta({ description: "The run that saw the condition last." }),
    write_back_id: z.string().nullable(),
    recommendation_id: z.string().nullable().meta({
      description: "The item's newest recommendation that nobody has decided yet.",
    }),
    message: z.string(),
    money_at_risk: MoneyOut.nullable().meta({
      description: "Shortfall a unit times stock on hand; of one unit where the stock is unknown.",
    }),
    occurrences: z.number().int().meta({ description: "How often the condition was seen." }),
    first_seen: Timestamp,
    last_seen: Timestamp,
    snooze_until: Timestamp.nullable(),
    snooze_reason: z.string().nullable(),
    resolved_at: Timestamp.nullable(),
    resolution: z.string().nullable(),
    decided_by: z.string().nullable().meta({
      description: "Who snoozed or resolved it; null where it is open or its condition ended by itself.",
    }),
    updated_at: Timestamp,
  })
  .meta({ id: "Alert" });

/** The answer to a change of an alert: the alert as it is now, or a note that the change had taken effect before. */
export const AlertChanged = z.union([
  z.object({ ok: z.literal(true), idempotent: z.literal(false), alert: Alert }),
  z.object({ ok: z.literal(true), idempotent: z.literal(true) }),
]);

/** Serializes an alert for the API as of `nowMs`: a snooze whose time has passed counts as open. */
export function presentAlert(row: AlertRow, nowMs: number): z.input<typeof Alert> {
  const { status, currency, moneyAtRisk, snoozeUntil, itemId, sku, title } = row;
  const shown = visibleAlertStatus({ status, snoozeUntilMs: snoozeUntil?.getTime() ?? null }, nowMs);
  return {
    id: row.id,
    kind: row.kind,
    status: shown,
    severity: row.severity,
    item: itemId === null || sku === null || title === null ? null : { id: itemId, sku, title },
    run_id: row.runId,
    write_back_id: row.writeBackId,
    recommendation_id: row.recommendationId,
    message: row.message,
    money_at_risk: currency === null ? null : wireIn(currency)(moneyAtRisk),
    occurrences: row.occurrences,
    first_seen: row.firstSeen.toISOString(),
    last_seen: row.lastSeen.toISOString(),
    snooze_until: shown === "snoozed" ? (snoozeUntil?.toISOString() ?? null) : null,
    snooze_reason: shown === "snoozed" ? row.snoozeReason : null,
    resolved_at: row.resolvedAt?.toISOString() ?? null,
    resolution: row.resolution,
    decided_by: shown === "open" ? null : row.decidedByLabel,
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Serializes the answer to a change of an alert. */
export const presentAlertChange = (change: AlertChange, nowMs: number): z.input<typeof AlertChanged> =>
  change.idempotent
    ? { ok: true, idempotent: true }
    : { ok: true, idempotent: false, alert: presentAlert(change.row, nowMs) };

export const exampleAlert = {
  id: "alr_01k9zq0v7k3t5m8w2x4y6z0a1b",
  kind: "margin_below_floor",
  status: "open",
  severity: "warning",
  item: {
    id: "itm_01k9zq0v7k3t5m8w2x4y6z0a1b",
    sku: "TRJ-M-MOS",
    title: "Trail runner jacket, men, M, moss",
  },
  run_id: "run_01k9zq0v7k3t5m8w2x4y6z0a1b",
  write_back_id: null,
  recommendation_id: "rec_01k9zq0v7k3t5m8w2x4y6z0a1b",
  message: "The margin of 14.2 % is below the 20 % floor.",
  money_at_risk: { amount: "195.30", currency: "EUR" },
  occurrences: 3,
  first_seen: "2026-11-18T06:00:01.480Z",
  last_seen: "2026-11-20T06:00:01.480Z",
  snooze_until: null,
  snooze_reason: null,
  resolved_at: null,
  resolution: null,
  decided_by: null,
  updated_at: "2026-11-20T06:00:01.480Z",
} as const;
