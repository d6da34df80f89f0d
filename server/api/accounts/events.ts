import { z } from "zod";
import { listAccountEvents } from "@/server/db/accounts/events";
import { Timestamp } from "../scalars";
import { personProcedure } from "./procedures";

const AccountEvent = z.object({
  id: z.string(),
  at: Timestamp,
  action: z.string(),
  /** True when the operator of the installation caused the event. */
  by_operator: z.boolean(),
  network: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

const read = (json: string | null): Record<string, unknown> | null =>
  json === null ? null : JSON.parse(json);

/** Returns the events of the signed-in person's account, newest first. */
export const events = personProcedure
  .output(z.object({ data: z.array(AccountEvent) }))
  .query(async ({ ctx }) => ({
    data: (await listAccountEvents(ctx.services.db, ctx.principal.userId)).map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      action: row.action,
      by_operator: row.via === "command",
      network: row.network,
      before: read(row.before),
      after: read(row.after),
    })),
  }));
