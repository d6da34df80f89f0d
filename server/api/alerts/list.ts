import { z } from "zod";
import { listAlerts } from "@/server/db/alerts/pages";
import { ALERT_SORTS } from "@/server/domain/alerts/alert";
import { looksLikeId } from "@/server/domain/ids";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";
import { cutPage } from "../cursor";
import { query } from "../pipeline";
import { Paging, page } from "../scalars";
import { decodeAlertCursor, encodeMoneyPlace } from "./alert-cursor";
import { Alert, AlertKindOut, AlertSeverityOut, AlertStatusOut, exampleAlert, presentAlert } from "./schemas";

export const list = query(
  {
    method: "GET",
    path: "/alerts",
    scope: "alerts:read",
    tag: "Alerts",
    summary: "List alerts, newest first or by the money at risk",
    input: Paging.extend({
      status: AlertStatusOut.optional(),
      kind: AlertKindOut.optional(),
      severity: AlertSeverityOut.optional(),
      item_id: z
        .string()
        .refine((id) => looksLikeId("item", id), "is not the id of a catalog item")
        .optional(),
      q: z
        .string()
        .min(1)
        .max(200)
        .refine(isStorable, NOT_STORABLE)
        .optional()
        .meta({ description: "Part of the item's sku or title." }),
      sort: z.enum(ALERT_SORTS).default("newest"),
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
    const { limit, status, kind, severity, item_id: itemId, q: search, sort } = input;
    const after = decodeAlertCursor(sort, input.cursor);
    const rows = await listAlerts(context.services.db, context.tenant, {
      filter: { status, kind, severity, itemId, search },
      sort,
      after,
      limit: limit + 1,
      nowMs,
    });
    const { data, next_cursor } = cutPage(rows, limit, (row) => presentAlert(row, nowMs));
    const last = rows[data.length - 1];
    if (sort === "newest" || next_cursor === null || last === undefined) return { data, next_cursor };
    return { data, next_cursor: encodeMoneyPlace({ id: last.id, money: last.moneyAtRisk }) };
  },
);
