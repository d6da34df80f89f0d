import { z } from "zod";
import { readLanes } from "@/server/usecases/lanes/read";
import { query } from "../pipeline";
import { LaneOut, presentLane } from "./schemas";

export const list = query(
  {
    scope: "recommendations:read",
    summary: "Read the lanes of the active policy, with the mode and the use of the automatic ones",
    errors: ["conflict"],
    input: z.object({}),
    output: z.object({
      version: z.int(),
      currency: z.string(),
      active_items: z.int(),
      lanes: z.array(LaneOut),
    }),
  },
  async ({ context }) => {
    const { version, currency, activeItems, lanes } = await readLanes(context);
    return {
      version,
      currency,
      active_items: activeItems,
      lanes: lanes.map((each) => presentLane(each, currency)),
    };
  },
);
