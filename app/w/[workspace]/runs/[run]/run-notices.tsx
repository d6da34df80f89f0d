"use client";

import { Age } from "@/app/_components/pricing/age";
import { Stated } from "@/app/_components/pricing/price";
import { Banner } from "@/app/_components/ui/banner";
import { QuietLink } from "@/app/_components/ui/quiet-link";
import { refusalText } from "@/app/_session/only-for";
import { useWorkspace } from "@/app/_session/workspace";
import type { Outputs } from "@/app/_trpc/client";
import { TriggerRun } from "../trigger-dialog";
import { ReleaseRun } from "./run-actions";

type Run = Outputs["runs"]["get"];

/** What kept a run from publishing as usual, why, and what to do: it failed, was canceled, or is held back. */
export function RunNotices({ run }: { run: Run }) {
  if (run.status === "failed") return <Failed run={run} />;
  if (run.status === "canceled")
    return (
      <Banner title="Canceled." action={<TriggerRun variant="secondary" />}>
        Nothing of it was published; what earlier runs found stands.
      </Banner>
    );
  return <Held run={run} />;
}

function Failed({ run }: { run: Run }) {
  const begun = run.started_at !== null;
  return (
    <Banner
      tone="bad"
      title={begun ? "The run failed." : "The run could not begin."}
      action={<TriggerRun variant="secondary" />}
    >
      {run.error} Nothing of it was published; what earlier runs found stands. Correct what the reason names,
      then start another run.
    </Banner>
  );
}

function Held({ run }: { run: Run }) {
  const { may, role, href } = useWorkspace();
  if (!run.held) return null;
  if (run.held.released_at)
    return (
      <Banner title="Held back at first.">
        <Stated text={run.held.reason} /> Released <Age at={run.held.released_at} phrase />.
      </Banner>
    );
  if (!run.held.waiting)
    return (
      <Banner title="Held back, and replaced since.">
        <Stated text={run.held.reason} /> A later run has taken the place of what it found; nothing is left to
        release.
      </Banner>
    );
  const mayRelease = may("recommendations:approve");
  return (
    <Banner tone="warn" title="Held back." action={<ReleaseRun run={run} />}>
      <Stated text={run.held.reason} /> Look at{" "}
      <QuietLink href={href(`/recommendations?run=${run.id}&status=held`)}>what it found</QuietLink>, the
      largest changes first. If it is right, release it. If not, correct the costs, the competitor prices or{" "}
      <QuietLink href={href("/policy")}>the policy</QuietLink> and start another run, which replaces it.
      {mayRelease ? null : ` ${refusalText(role, "recommendations:approve", "release it")}`}
    </Banner>
  );
}
