import { changeFreeze } from "@/server/usecases/freezes/change";
import { FreezeChange } from "@/server/usecases/freezes/input";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleFreeze, FreezeChanged, presentFreezeChange } from "./schemas";

const WEEKENDS = { days: ["fri"], from: "16:00", until: "06:00", until_day: "mon" } as const;

export const change = mutation(
  {
    method: "POST",
    path: "/freezes/{freeze_id}",
    scope: "schedules:write",
    tag: "Freezes",
    summary: "Change a freeze",
    description:
      "Fields that are left out stay; `once` and `weekly` replace each other. Writes that wait get the new end, or are carried out at once.",
    errors: ["plan_limit"],
    repeats: "natural",
    input: FreezeChange.extend({ freeze_id: PathId }),
    output: FreezeChanged,
    example: {
      request: { freeze_id: exampleFreeze.id, reason: "Weekends", weekly: WEEKENDS },
      response: {
        ok: true,
        idempotent: false,
        freeze: {
          ...exampleFreeze,
          reason: "Weekends",
          once: null,
          weekly: { ...WEEKENDS, days: [...WEEKENDS.days] },
          next: { from: "2026-11-20T15:00:00.000Z", until: "2026-11-23T05:00:00.000Z" },
        },
      },
    },
    mcp: { destructive: true, idempotent: true },
  },
  ({ context, input: { freeze_id: id, ...changes } }) => changeFreeze(context, id, changes),
  presentFreezeChange,
);
