import type { Outputs } from "@/app/_trpc/client";

/** The grant of an application, as the list returns it. */
export type Grant = Outputs["grants"]["list"]["data"][number];
