import { z } from "zod";
import { readChoices } from "@/server/usecases/notifications/choices";
import { query } from "../pipeline";
import { Notifications, presentNotifications } from "./schemas";

export const get = query(
  {
    scope: "workspace:read",
    summary: "Read what the signed-in member is mailed about in this workspace",
    errors: ["forbidden_role"],
    input: z.object({}),
    output: Notifications,
  },
  async ({ context }) => presentNotifications(await readChoices(context)),
);
