import { z } from "zod";
import { listSupport } from "@/server/usecases/support/list";
import { query } from "../pipeline";
import { presentSupport, SupportRequest } from "./schemas";

export const list = query(
  {
    scope: "settings:workspace",
    summary: "List what support asked for and what was read in its sessions, newest first",
    input: z.object({}),
    output: z.object({ data: z.array(SupportRequest) }),
  },
  async ({ context }) => {
    const now = context.services.now();
    return { data: (await listSupport(context)).map((row) => presentSupport(row, now)) };
  },
);
