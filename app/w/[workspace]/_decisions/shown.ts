import type { Outputs } from "@/app/_trpc/client";

/** A recommendation as the pages of decisions show it. */
export type Shown = Outputs["recommendations"]["detail"];
