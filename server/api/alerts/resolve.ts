import { z } from "zod";
import { resolveAlert } from "@/server/usecases/alerts/resolve";
import { mutation } from "../pipeline";
import { PathId, Reason } from "../scalars";
import { AlertChanged, exampleAlert, presentAlertChange } from "./schemas";

export const resolve = mutation(
  {
    method: "POST",
    path: "/alerts/{alert_id}/resolve",
    scope: "alerts:write",
    tag: "Alerts",
    summary: "Resolve an alert",
    description:
      "It stays quiet until its condition has cleared and begun again. Resolving price_drift or cost_spike accepts " +
      "the item's present price or cost as the new baseline.",
    repeats: "natural",
    input: z.object({ alert_id: PathId, reason: Reason.optional() }),
    output: AlertChanged,
    example: {
      request: { alert_id: exampleAlert.id, reason: "Sold off on purpose." },
      response: {
        ok: true,
        idempotent: false,
        alert: {
          ...exampleAlert,
          status: "resolved",
          resolved_at: "2026-11-20T08:15:00.000Z",
          resolution: "Sold off on purpose.",
          decided_by: "anna@shop.example",
        },
      },
    },
    mcp: { destructive: false },
  },
  ({ context, input }) => resolveAlert(context, { id: input.alert_id, reason: input.reason ?? null }),
  presentAlertChange,
);
