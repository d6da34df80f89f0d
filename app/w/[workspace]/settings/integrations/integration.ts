import type { Outputs } from "@/app/_trpc/client";

/** A store of the list, without its credentials. */
export type Integration = Outputs["integrations"]["list"]["data"][number];
