import type { Outputs } from "@/app/_trpc/client";

/** A fault that a sandbox store can show, with its switch. */
export type FaultSwitch = Outputs["rehearsals"]["get"]["switches"][number];
