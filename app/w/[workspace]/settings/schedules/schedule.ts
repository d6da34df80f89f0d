import type { Outputs } from "@/app/_trpc/client";

export type Schedule = Outputs["schedules"]["list"]["data"][number];
