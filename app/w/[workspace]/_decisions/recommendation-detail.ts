import type { Outputs } from "@/app/_trpc/client";

/** A recommendation with the details that the pages need. */
export type RecommendationDetail = Outputs["recommendations"]["detail"];

/** The service reads so many of them in one request at most. */
export const MOST_DETAILS = 100;
