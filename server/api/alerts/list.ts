import { z } from "zod";
import { listAlerts } from "@/server/db/alerts/alerts";
import { looksLikeId } from "@/server/domain/ids";
import { readTransaction } from "@/server/usecases/request-context";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, page } from "../scalars";
import { Alert, AlertKindOut, AlertSeverityOut, AlertStatusOut, exampleAlert, presentAlert } from "./schemas";

export const list = query(
  {
    method: "GET",
    path: "/alerts",
    scope: "alerts:read",
    tag: "Alerts",
    summary: "List alerts, newest first",
    input: Paging.extend({
      status: AlertStatusOut.optional(),
      kind: AlertKindOut.optional(),
      severity: AlertSeverityOut.optional(),
      item_id: z
        .string()
        .refine((id) => looksLikeId("item", id), "is not the id of a catalog item")
        .optional(),
    }),
    output: page(Alert),
    example: { request: { status: "open" }, response: { data: [exampleAlert], next_cursor: null } },
    links: {
      "alerts.snooze": { parameter: "alert_id", from: "/data/0/id" },
      "alerts.resolve": { parameter: "alert_id", from: "/data/0/id" },
    },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const nowMs = context.services.now();
    const { limit, status, kind, severity, item_id: itemId } = input;
    const before = decodeCursor("alert", input.cursor);
    const rows = await readTransaction(context, (tx) =>
      listAlerts(tx, { status, kind, severity, itemId }, { before, limit: limit + 1, nowMs }),
    );
    return cutPage(rows, limit, (row) => presentAlert(row, nowMs));
  },
);
