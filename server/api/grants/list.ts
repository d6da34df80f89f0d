import { z } from "zod";
import { listGrants } from "@/server/usecases/grants/list";
import { query } from "../pipeline";
import { Grant, presentGrant } from "./schemas";

export const list = query(
  {
    scope: "workspace:read",
    summary:
      "List what applications may do here, newest first: everyone's for admins, one's own for the others",
    input: z.object({}),
    output: z.object({ data: z.array(Grant) }),
  },
  async ({ context }) => {
    const { publicUrl } = context.services.settings;
    return { data: (await listGrants(context)).map((row) => presentGrant(row, publicUrl)) };
  },
);
