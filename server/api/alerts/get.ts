import { z } from "zod";
import { findAlert } from "@/server/db/alerts/alerts";
import { notFound } from "@/server/domain/errors";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { Alert, exampleAlert, presentAlert } from "./schemas";

export const get = query(
  {
    method: "GET",
    path: "/alerts/{alert_id}",
    scope: "alerts:read",
    tag: "Alerts",
    summary: "Read one alert",
    input: z.object({ alert_id: PathId }),
    output: Alert,
    example: { request: { alert_id: exampleAlert.id }, response: exampleAlert },
    links: {
      "alerts.snooze": { parameter: "alert_id", from: "/id" },
      "alerts.resolve": { parameter: "alert_id", from: "/id" },
    },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const row = await readTransaction(context, (tx) => findAlert(tx, input.alert_id));
    if (row === null) throw notFound("alert");
    return presentAlert(row, context.services.now());
  },
);
