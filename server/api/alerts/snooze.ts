import { z } from "zod";
import { snoozeAlert } from "@/server/usecases/alerts/snooze";
import { mutation } from "../pipeline";
import { PathId, Reason, TimestampInput } from "../scalars";
import { AlertChanged, exampleAlert, presentAlertChange } from "./schemas";

export const snooze = mutation(
  {
    method: "POST",
    path: "/alerts/{alert_id}/snooze",
    scope: "alerts:write",
    tag: "Alerts",
    summary: "Snooze an alert until a time",
    description: "It falls due to open by itself; a condition that clears resolves it all the same.",
    errors: ["conflict"],
    repeats: "natural",
    input: z.object({ alert_id: PathId, snooze_until: TimestampInput, reason: Reason.optional() }),
    output: AlertChanged,
    example: {
      request: {
        alert_id: exampleAlert.id,
        snooze_until: "2026-12-01T09:30:00Z",
        reason: "The new price list arrives on Monday.",
      },
      response: {
        ok: true,
        idempotent: false,
        alert: {
          ...exampleAlert,
          status: "snoozed",
          snooze_until: "2026-12-01T09:30:00.000Z",
          snooze_reason: "The new price list arrives on Monday.",
          decided_by: "anna@shop.example",
        },
      },
    },
    mcp: { destructive: false },
  },
  ({ context, input }) =>
    snoozeAlert(context, {
      id: input.alert_id,
      snoozeUntilMs: Date.parse(input.snooze_until),
      reason: input.reason ?? null,
    }),
  presentAlertChange,
);
