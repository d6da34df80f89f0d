import { cache } from "react";
import type { Outputs } from "@/app/_trpc/client";
import { serviceForPages } from "@/server/boot/service-for-pages";
import { serviceCaller } from "./service-caller";

export type Person = Outputs["account"]["me"];

/**
 * Returns the signed-in person, read once per request; null for a visitor.
 * @throws Error if the session cannot be checked, for example without a database; it is never treated as a visitor's
 */
export const signedInPerson = cache(async (): Promise<Person | null> => {
  const caller = await serviceCaller(null);
  try {
    return await caller.account.me();
  } catch (error) {
    const { publicError } = await serviceForPages();
    if (publicError(error).code === "unauthorized") return null;
    throw error;
  }
});
