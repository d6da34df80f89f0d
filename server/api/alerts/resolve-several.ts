import { z } from "zod";
import { actOnEach } from "@/server/usecases/act-on-each";
import { resolveAlert } from "@/server/usecases/alerts/resolve";
import { mutation } from "../pipeline";
import { Reason } from "../scalars";
import { exampleSeveral, presentSeveral, SeveralIds, SeveralResponse } from "../several";
import { exampleAlert } from "./schemas";

export const resolveSeveral = mutation(
  {
    method: "POST",
    path: "/alerts/resolve",
    scope: "alerts:write",
    tag: "Alerts",
    summary: "Resolve up to 100 alerts",
    description:
      "Each as `POST /alerts/{alert_id}/resolve` does; one that is refused leaves the others as they would be.",
    repeats: "natural",
    input: z.object({ alert_ids: SeveralIds, reason: Reason.optional() }),
    output: SeveralResponse,
    example: {
      request: { alert_ids: [exampleAlert.id], reason: "Sold off on purpose." },
      response: exampleSeveral(exampleAlert.id),
    },
    mcp: { destructive: false },
  },
  ({ context, input }) =>
    actOnEach(context, input.alert_ids, (each, id) =>
      resolveAlert(each, { id, reason: input.reason ?? null }),
    ),
  presentSeveral,
);
