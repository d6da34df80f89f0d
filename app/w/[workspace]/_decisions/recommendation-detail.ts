import type { Outputs } from "@/app/_trpc/client";

/** A recommendation with the details that the pages need. */
export type RecommendationDetail = Outputs["recommendations"]["detail"];
