import type { Outputs } from "@/app/_trpc/client";

/** An API key as the list returns it, without its secret. */
export type Key = Outputs["tokens"]["list"]["data"][number];
