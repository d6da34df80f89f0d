import { z } from "zod";
import { listAlerts } from "@/server/db/alerts/pages";
import { ALERT_SORTS } from "@/server/domain/alerts/alert";
import { AlertCriteria, alertFilterOf } from "@/server/usecases/alerts/filter";
import { cutPage } from "../cursor";
import { query } from "../pipeline";
import { Paging, page } from "../scalars";
import { decodeAlertCursor, encodeAlertPlace } from "./alert-cursor";
import { Alert, exampleAlert, presentAlert } from "./schemas";

export const list = query(
  {
    method: "GET",
    path: "/alerts",
    scope: "alerts:read",
    tag: "Alerts",
    summary: "List alerts, newest first, by the money at risk or by kind",
    description: "By `kind`: each with the most money at risk first.",
    input: Paging.extend({
      ...AlertCriteria.shape,
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
    const { limit, sort } = input;
    const after = decodeAlertCursor(sort, input.cursor);
    const rows = await listAlerts(context.services.db, context.tenant, {
      filter: alertFilterOf(input),
      sort,
      after,
      limit: limit + 1,
      nowMs,
    });
    const { data, next_cursor } = cutPage(rows, limit, (row) => presentAlert(row, nowMs));
    const last = rows[data.length - 1];
    if (sort === "newest" || next_cursor === null || last === undefined) return { data, next_cursor };
    const { id, kind, moneyAtRisk: money } = last;
    return { data, next_cursor: encodeAlertPlace(sort, { id, kind, money }) };
  },
);
