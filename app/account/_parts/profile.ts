import type { Outputs } from "@/app/_trpc/client";

/** What is known of a person to themselves. */
export type Profile = Outputs["account"]["profile"];
