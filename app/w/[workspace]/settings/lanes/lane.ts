import type { Outputs } from "@/app/_trpc/client";

/** A lane of the active policy with its mode and use, as the service returns it. */
export type LaneState = Outputs["lanes"]["list"]["lanes"][number];

/** How an automatic lane works. */
export type LaneMode = NonNullable<LaneState["mode"]>;
