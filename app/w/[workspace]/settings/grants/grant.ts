import type { Outputs } from "@/app/_trpc/client";

/** What an application was let do, as the list shows it. */
export type Grant = Outputs["grants"]["list"]["data"][number];
