import { z } from "zod";
import { ROLES } from "@/server/domain/permissions";
import { listMembers } from "@/server/usecases/members/members";
import { query } from "../pipeline";
import { Timestamp } from "../scalars";

const Member = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(ROLES),
  email_confirmed: z.boolean(),
  since: Timestamp,
});

export const list = query(
  {
    scope: "settings:members",
    summary: "List the workspace's members, longest first",
    input: z.object({}),
    output: z.object({ data: z.array(Member) }),
  },
  async ({ context }) => ({
    data: (await listMembers(context)).map(({ userId, email, name, role, emailConfirmed, since }) => ({
      user_id: userId,
      email,
      name,
      role,
      email_confirmed: emailConfirmed,
      since: since.toISOString(),
    })),
  }),
);
