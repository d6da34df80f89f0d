import type { Outputs } from "@/app/_trpc/client";

/** A store as the list shows it, never its credentials. */
export type Integration = Outputs["integrations"]["list"]["data"][number];
