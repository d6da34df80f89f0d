import { z } from "zod";
import { listMails } from "@/server/usecases/mails/list";
import { query } from "../pipeline";
import { Timestamp } from "../scalars";

const Mail = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  text: z.string().nullable(),
  created_at: Timestamp,
  sent_at: Timestamp.nullable(),
  error: z.string().nullable(),
});

export const list = query(
  {
    scope: "settings:workspace",
    summary: "List the mails of the workspace and of its owner, newest first",
    input: z.object({}),
    output: z.object({ data: z.array(Mail) }),
  },
  async ({ context }) => ({
    data: (await listMails(context)).map(({ createdAt, sentAt, ...mail }) => ({
      ...mail,
      created_at: createdAt.toISOString(),
      sent_at: sentAt?.toISOString() ?? null,
    })),
  }),
);
