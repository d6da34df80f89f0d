import { z } from "zod";
import { WEEKDAYS } from "@/server/domain/weekdays";
import type { FreezeChanged as Change } from "@/server/usecases/freezes/change";
import { fieldsOf } from "@/server/usecases/freezes/input";
import type { FreezeView } from "@/server/usecases/freezes/read";
import { Timestamp } from "../scalars";

const LocalDateTime = z.string().meta({ example: "2026-11-27T16:00" });
const TimeOfDay = z.string().meta({ example: "16:00" });

export const Freeze = z
  .object({
    id: z.string(),
    reason: z.string(),
    once: z
      .object({ from: LocalDateTime, until: LocalDateTime })
      .nullable()
      .meta({ description: "Local times of `time_zone`; null for a weekly freeze." }),
    weekly: z
      .object({
        days: z.array(z.enum(WEEKDAYS)),
        from: TimeOfDay,
        until: TimeOfDay,
        until_day: z.enum(WEEKDAYS).nullable(),
      })
      .nullable()
      .meta({ description: "Local times of `time_zone`; null for a freeze that happens once." }),
    time_zone: z.string().meta({ description: "The workspace's.", example: "Europe/Berlin" }),
    active: z.boolean().meta({ description: "Whether it is in force now." }),
    next: z
      .object({ from: Timestamp, until: Timestamp })
      .nullable()
      .meta({ description: "The occurrence that is in force, or the next one; null when it is over." }),
    created_by: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Freeze" });

/** The response to a change of a freeze: the freeze as it is now, or a note that the change had taken effect before. */
export const FreezeChanged = z.union([
  z.object({ ok: z.literal(true), idempotent: z.literal(false), freeze: Freeze }),
  z.object({ ok: z.literal(true), idempotent: z.literal(true) }),
]);

/** Builds the response for a freeze. */
export const presentFreeze = (view: FreezeView): z.input<typeof Freeze> => ({
  id: view.id,
  ...fieldsOf(view),
  time_zone: view.timeZone,
  active: view.active,
  next: view.next && { from: view.next.from.toISOString(), until: view.next.until.toISOString() },
  created_by: view.createdByLabel,
  created_at: view.createdAt.toISOString(),
  updated_at: view.updatedAt.toISOString(),
});

/** Builds the response to a change of a freeze. */
export const presentFreezeChange = (change: Change): z.input<typeof FreezeChanged> =>
  change.idempotent
    ? { ok: true, idempotent: true }
    : { ok: true, idempotent: false, freeze: presentFreeze(change.freeze) };

export const exampleFreeze = {
  id: "frz_01k9zq0v7k3t5m8w2x4y6z0a1b",
  reason: "Black Friday",
  once: { from: "2026-11-27T16:00", until: "2026-12-02T06:00" },
  weekly: null,
  time_zone: "Europe/Berlin",
  active: false,
  next: { from: "2026-11-27T15:00:00.000Z", until: "2026-12-02T05:00:00.000Z" },
  created_by: "mia@alpenladen.example",
  created_at: "2026-11-20T08:15:00.000Z",
  updated_at: "2026-11-20T08:15:00.000Z",
} as const;
