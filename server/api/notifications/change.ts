import { z } from "zod";
import { ChoicesChange, changeChoices } from "@/server/usecases/notifications/choices";
import { mutation } from "../pipeline";
import { Notifications, presentNotifications } from "./schemas";

export const change = mutation(
  {
    scope: "workspace:read",
    summary: "Choose what to be mailed about in this workspace",
    errors: ["plan_limit", "forbidden_role"],
    input: ChoicesChange,
    output: z.object({ ok: z.literal(true), notifications: Notifications }),
  },
  ({ context, input }) => changeChoices(context, input),
  (own) => ({ ok: true as const, notifications: presentNotifications(own) }),
);
