import type { Outputs } from "@/app/_trpc/client";

/** A person's own profile, as the API returns it. */
export type Profile = Outputs["account"]["profile"];
