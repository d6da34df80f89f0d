import { cookies } from "next/headers";
import { cache } from "react";
import { serviceForPages } from "@/server/boot/service-for-pages";
import type { Person } from "./person";

/** A visitor of the demo, in the form of a person with one workspace. */
export interface DemoVisitor {
  readonly person: Person;
  readonly expiresAt: string;
}

/**
 * Returns the visit of the browser that requests the page, read once per request; null where it is no visitor of the
 * demo.
 */
export const demoVisitor = cache(async (): Promise<DemoVisitor | null> => {
  const cookie = (await cookies()).toString();
  const visit = await (await serviceForPages()).demoVisit(cookie);
  if (visit === null) return null;
  const { id, label, workspace, expiresAt } = visit;
  const person: Person = {
    id,
    email: label,
    email_confirmed: true,
    workspaces: [{ ...workspace, role: "viewer" }],
    staff: false,
    supported: [],
  };
  return { person, expiresAt: expiresAt.toISOString() };
});
