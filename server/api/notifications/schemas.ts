import { z } from "zod";
import { DIGESTS, TOPICS } from "@/server/domain/notifications/notification";
import type { OwnChoices } from "@/server/usecases/notifications/choices";

/** The signed-in member's choices of mails; `topics` are those available to their role. */
export const Notifications = z.object({
  approvals: z.boolean(),
  digest: z.enum(DIGESTS),
  runs: z.boolean(),
  write_backs: z.boolean(),
  integrations: z.boolean(),
  time_zone: z.string(),
  topics: z.array(z.enum(TOPICS)),
});

export function presentNotifications({ choices, topics }: OwnChoices): z.input<typeof Notifications> {
  const { writeBacks, timeZone, ...rest } = choices;
  return { ...rest, write_backs: writeBacks, time_zone: timeZone, topics: [...topics] };
}
