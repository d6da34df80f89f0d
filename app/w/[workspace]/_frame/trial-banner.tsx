"use client";

import Link from "next/link";
import { Age } from "@/app/_components/pricing/age";
import { useNowOrDocumentTime } from "@/app/_components/pricing/clock";
import { Count } from "@/app/_components/pricing/price";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import { PLAN_LIMITS } from "@/server/domain/plan/plans";
import { PLAN_AFTER_TRIAL } from "@/server/domain/plan/workspace-trial";
import { useItemCount, useSummary } from "./nav-items";
import { trialStage } from "./trial-stage";

/** Shown in the last days of a trial and after it: what follows, and what to do. */
export function TrialBanner() {
  const { plan, lifecycle, href } = useWorkspace();
  const items = useItemCount();
  const endsAt = useSummary()?.trial_ends_at ?? null;
  const nowMs = useNowOrDocumentTime();
  if (endsAt === null || nowMs === null || items === undefined) return null;
  const limit = PLAN_LIMITS[PLAN_AFTER_TRIAL].items;
  const stage = trialStage(
    { lifecycle, plan, endsAtMs: Date.parse(endsAt), itemsOver: items > limit },
    nowMs,
  );
  if (stage === null) return null;
  const action = (
    <Button asChild size="sm" variant="quiet">
      <Link href={href("/settings/plan")}>Compare the plans</Link>
    </Button>
  );
  if (stage === "ending")
    return (
      <Banner edge title="Your trial ends soon." action={action}>
        The Free plan follows <Age at={endsAt} phrase />: everything stays readable, but prices can no longer
        be approved. Choose a plan before then to keep everything going.
      </Banner>
    );
  return (
    <Banner edge tone={items > limit ? "warn" : "info"} title="Your trial has ended." action={action}>
      Nothing was deleted and everything can be read. On the Free plan, prices can no longer be approved
      {items > limit ? (
        <>
          , and with <Count value={items} /> items of <Count value={limit} /> no new ones can be added
        </>
      ) : null}
      .
    </Banner>
  );
}
