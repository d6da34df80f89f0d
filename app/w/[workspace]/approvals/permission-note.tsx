"use client";

import Link from "next/link";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import { PLAN_NAMES } from "@/server/domain/plan/plans";
import { type Blocker, useBlocker } from "../_decisions/use-blocker";

/** Whether this reader changes the price in the shop and marks the entry, because the service cannot write it. */
export const isChangedByHand = (blocker: Blocker | null): boolean =>
  blocker === "plan" || blocker === "store";

/** Explains why approving is not possible here and what to do instead. */
export function PermissionNote() {
  const blocker = useBlocker();
  const { role, plan, href, may } = useWorkspace();
  if (blocker === null || blocker === "lifecycle") return null;
  if (blocker === "role")
    return (
      <Banner className="mx-4 mt-3 md:mx-5">
        Approvers, admins and owners approve and reject; you are {role === "analyst" ? "an" : "a"} {role}. Ask
        one of them to look here.
      </Banner>
    );
  if (blocker === "plan")
    return (
      <Banner
        className="mx-4 mt-3 md:mx-5"
        title={`The ${PLAN_NAMES[plan]} plan does not write to the store.`}
      >
        Change the price in your shop by hand, then mark it here as done. The Max and Enterprise plans write
        it for you.
      </Banner>
    );
  return (
    <Banner
      className="mx-4 mt-3 md:mx-5"
      title="No store is connected."
      action={
        may("settings:integrations") ? (
          <Button asChild size="sm" variant="quiet">
            <Link href={href("/settings/integrations")}>Connect a store</Link>
          </Button>
        ) : undefined
      }
    >
      Until one is, change the price by hand and mark it here as done.
    </Banner>
  );
}
