import { z } from "zod";
import { actOnEach } from "@/server/usecases/act-on-each";
import { snoozeAlert } from "@/server/usecases/alerts/snooze";
import { mutation } from "../pipeline";
import { Reason, TimestampInput } from "../scalars";
import { exampleSeveral, presentSeveral, SeveralIds, SeveralResponse } from "../several";
import { exampleAlert } from "./schemas";

export const snoozeSeveral = mutation(
  {
    method: "POST",
    path: "/alerts/snooze",
    scope: "alerts:write",
    tag: "Alerts",
    summary: "Snooze up to 100 alerts until a time",
    description: "Each as `POST /alerts/{alert_id}/snooze` does; a resolved one is refused alone.",
    repeats: "natural",
    input: z.object({ alert_ids: SeveralIds, snooze_until: TimestampInput, reason: Reason.optional() }),
    output: SeveralResponse,
    example: {
      request: { alert_ids: [exampleAlert.id], snooze_until: "2026-12-01T09:30:00Z" },
      response: exampleSeveral(exampleAlert.id),
    },
    mcp: { destructive: false },
  },
  ({ context, input }) => {
    const snooze = { snoozeUntilMs: Date.parse(input.snooze_until), reason: input.reason ?? null };
    return actOnEach(context, input.alert_ids, (each, id) => snoozeAlert(each, { id, ...snooze }));
  },
  presentSeveral,
);
