"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { useHotkeys } from "@/app/_components/keyboard/hotkeys";
import { StatusBadge } from "@/app/_components/pricing/status-badge";
import { ActionBar } from "@/app/_components/shell/action-bar";
import { DetailPane } from "@/app/_components/shell/split-view";
import { Badge } from "@/app/_components/ui/badge";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { ErrorState } from "@/app/_components/ui/error-state";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { DecisionRecord } from "../../_decisions/decision-record";
import { decidedSentence, isDecidedBy } from "../../_decisions/decision-text";
import { ChangedNote } from "../../_decisions/entry-notes";
import { Evidence } from "../../_decisions/evidence";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import { type AvailableAction, availableActions } from "./available-actions";
import { type Question, RecommendationDialogs } from "./recommendation-dialogs";
import { useRecommendationActions } from "./use-recommendation-actions";

const BUTTONS: Readonly<Record<AvailableAction, { label: string; key: string }>> = {
  accept: { label: "Accept", key: "a" },
  dismiss: { label: "Dismiss", key: "d" },
  snooze: { label: "Snooze", key: "s" },
  resolve: { label: "Mark as done", key: "e" },
  revert: { label: "Take the price back", key: "v" },
};

/** One recommendation: its status, the evidence, the decision, and the actions. */
export function RecommendationPanel({
  id,
  onLeave,
  isPutBack = false,
}: {
  id: string;
  onLeave: (id: string) => void;
  /** Whether this person has decisions put back at the moment. */
  isPutBack?: boolean;
}) {
  const query = useQuery(useTRPC().recommendations.detail.queryOptions({ rec_id: id }));
  if (query.isPending) return <SkeletonRows rows={5} label="Loading the evidence" />;
  if (!query.data) {
    const failure = failureOf(query.error);
    return (
      <ErrorState
        title={failure.code === "not_found" ? "There is no such recommendation" : "It could not be read"}
        message={failure.code === "not_found" ? "It may belong to another workspace." : failure.message}
        requestId={failure.requestId}
        {...(failure.code === "not_found" ? {} : { onRetry: () => void query.refetch() })}
        retrying={query.isFetching}
      />
    );
  }
  return <Loaded key={id} rec={query.data} onLeave={onLeave} isPutBack={isPutBack} />;
}

function Loaded({
  rec,
  onLeave,
  isPutBack,
}: {
  rec: RecommendationDetail;
  onLeave: (id: string) => void;
  isPutBack: boolean;
}) {
  const { may, reader } = useWorkspace();
  const actions = useRecommendationActions(onLeave);
  const [asking, setAsking] = useState<Question | null>(null);
  const { seen, isForeign, look, setOwn } = useForeignChange(rec, isPutBack);
  const offered = isForeign ? [] : availableActions(rec, may);
  async function accept() {
    setOwn("asked");
    setOwn((await actions.accept(rec)) ? "done" : null);
  }
  function revert(writeBackId: string, title: string) {
    setOwn("done");
    return actions.revert(writeBackId, title);
  }
  const run = (action: AvailableAction) => {
    if (action === "accept") void accept();
    else setAsking(action);
  };
  useHotkeys(
    Object.fromEntries(
      offered.map((action) => [
        BUTTONS[action].key,
        { label: BUTTONS[action].label, run: () => run(action) },
      ]),
    ),
  );
  const bar =
    offered.length === 0 ? undefined : (
      <Actions
        offered={offered}
        accepting={actions.pending === rec.id}
        approves={actions.decidesOnce && rec.kind === "price_change"}
        onRun={run}
      />
    );
  return (
    <>
      <DetailPane label="Recommendation details" actions={bar}>
        <div className="mb-3">
          {rec.write_back?.revert_status === "applied" ? (
            <Badge>Taken back</Badge>
          ) : (
            <StatusBadge of="recommendation" status={rec.status} />
          )}
        </div>
        {isForeign ? (
          <ChangedNote
            title={rec.status === seen.status ? undefined : decidedSentence(rec, reader)}
            onLook={look}
          />
        ) : null}
        <NextStep rec={rec} />
        <Evidence rec={rec} decided={<DecisionRecord rec={rec} />} />
      </DetailPane>
      <RecommendationDialogs
        rec={rec}
        asking={asking}
        actions={{ ...actions, revert }}
        close={() => setAsking(null)}
      />
    </>
  );
}

/**
 * Notices a change that another person made; it disables every key until this person has looked at it. A decision of
 * this person, here or over everything that matched, is none: the entry follows it.
 */
function useForeignChange(rec: RecommendationDetail, isPutBack: boolean) {
  const { reader } = useWorkspace();
  const [seen, setSeen] = useState(rec);
  // What was asked for and did not take effect makes no change this person's: they have not seen it.
  const [own, setOwn] = useState<"asked" | "done" | null>(null);
  const differs = rec.version !== seen.version || rec.status !== seen.status;
  const isOwn = own !== null || isDecidedBy(reader, rec, seen) || (isPutBack && rec.version === seen.version);
  if (differs && isOwn && own !== "asked") setSeen(rec);
  return { seen, isForeign: differs && !isOwn, look: () => setSeen(rec), setOwn };
}

function Actions({
  offered,
  accepting,
  approves,
  onRun,
}: {
  offered: readonly AvailableAction[];
  accepting: boolean;
  /** Whether accepting approves as well. */
  approves: boolean;
  onRun: (action: AvailableAction) => void;
}) {
  return (
    <ActionBar>
      {offered.map((action, index) => (
        <Button
          key={action}
          variant={index === 0 && action === "accept" ? "primary" : "secondary"}
          hotkey={BUTTONS[action].key}
          loading={action === "accept" && accepting}
          onClick={() => onRun(action)}
        >
          {action === "accept" && approves ? "Accept and approve" : BUTTONS[action].label}
        </Button>
      ))}
    </ActionBar>
  );
}

/** A link to the page where the recommendation is decided or followed, if it is not decided here. */
function NextStep({ rec }: { rec: RecommendationDetail }) {
  const { href } = useWorkspace();
  const link = (to: string, label: string) => (
    <Button asChild size="sm" variant="quiet">
      <Link href={href(to)}>{label}</Link>
    </Button>
  );
  if (rec.status === "pending_approval")
    return (
      <Banner className="mb-4" action={link(`/approvals?rec=${rec.id}`, "Open the inbox")}>
        It is awaiting approval.
      </Banner>
    );
  if (rec.status === "held")
    return (
      <Banner className="mb-4" tone="warn" action={link(`/runs/${rec.run_id}`, "Open the run")}>
        Its run would have changed prices unusually strongly, so it is held back until someone releases it.
      </Banner>
    );
  if (rec.superseded_by)
    return (
      <Banner className="mb-4" action={link(`/recommendations/${rec.superseded_by}`, "Open the newer one")}>
        A newer recommendation replaced it.
      </Banner>
    );
  return null;
}
