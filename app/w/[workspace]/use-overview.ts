"use client";

import { useQueryStates } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import { OVERVIEW_PARAMETERS, overviewQueries } from "./queries";

/** Returns the period of the address, a function that changes it, and the queries of the overview for it. */
export function useOverview() {
  const [{ days }, set] = useQueryStates(OVERVIEW_PARAMETERS);
  return { days, set, queries: overviewQueries(useTRPC(), days) };
}
