"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useHotkeys } from "@/app/_components/keyboard/hotkeys";
import { StatusBadge } from "@/app/_components/pricing/status-badge";
import { ActionBar } from "@/app/_components/shell/action-bar";
import { DetailPane } from "@/app/_components/shell/split-view";
import { Badge } from "@/app/_components/ui/badge";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { ErrorState } from "@/app/_components/ui/error-state";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { DecisionRecord } from "../../_decisions/decision-record";
import { decidedSentence } from "../../_decisions/decision-text";
import { ChangedNote } from "../../_decisions/entry-notes";
import { Evidence } from "../../_decisions/evidence";
import { ReasonDialog } from "../../_decisions/reason-dialog";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import { SnoozeDialog } from "../../_decisions/snooze-dialog";
import { type AvailableAction, availableActions } from "./available-actions";
import { useRecommendationActions } from "./use-recommendation-actions";

const BUTTONS: Readonly<Record<AvailableAction, { label: string; key: string }>> = {
  accept: { label: "Accept", key: "a" },
  dismiss: { label: "Dismiss", key: "d" },
  snooze: { label: "Snooze", key: "s" },
  resolve: { label: "Handled", key: "e" },
  revert: { label: "Take the price back", key: "v" },
};

const REASONS = {
  dismiss: ["We keep this price on purpose.", "The competitor is no real rival.", "The figures are wrong."],
  resolve: ["Changed in the shop by hand.", "The cost was corrected.", "No longer sold."],
} as const;

/** One recommendation: its status, the evidence, the decision, and the actions. */
export function RecommendationPanel({ id, onLeave }: { id: string; onLeave: () => void }) {
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
  return <Loaded key={id} rec={query.data} onLeave={onLeave} />;
}

function Loaded({ rec, onLeave }: { rec: RecommendationDetail; onLeave: () => void }) {
  const { may } = useWorkspace();
  const commands = useRecommendationActions(onLeave);
  const [asking, setAsking] = useState<Exclude<AvailableAction, "accept"> | null>(null);
  const { reader } = useWorkspace();
  const [seen, setSeen] = useState(rec);
  const [mine, setMine] = useState(false);
  const differs = rec.version !== seen.version || rec.status !== seen.status;
  if (differs && mine) setSeen(rec);
  // A change by another person disables every key until this person has looked at it.
  const foreign = differs && !mine;
  const offers = foreign ? [] : availableActions(rec, may);
  const run = (offeredAction: AvailableAction) => {
    setMine(offeredAction === "accept" || offeredAction === "revert");
    if (offeredAction === "accept") void commands.accept(rec);
    else setAsking(offeredAction);
  };
  useHotkeys(
    Object.fromEntries(
      offers.map((offeredAction) => [
        BUTTONS[offeredAction].key,
        { label: BUTTONS[offeredAction].label, run: () => run(offeredAction) },
      ]),
    ),
  );
  const bar: ReactNode =
    offers.length === 0 ? undefined : (
      <ActionBar>
        {offers.map((offeredAction, index) => (
          <Button
            key={offeredAction}
            variant={index === 0 && offeredAction === "accept" ? "primary" : "secondary"}
            hotkey={BUTTONS[offeredAction].key}
            loading={offeredAction === "accept" && commands.pending === rec.id}
            onClick={() => run(offeredAction)}
          >
            {BUTTONS[offeredAction].label}
          </Button>
        ))}
      </ActionBar>
    );
  const close = () => setAsking(null);
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
        {foreign ? (
          <ChangedNote
            title={rec.status === seen.status ? undefined : decidedSentence(rec, reader)}
            onLook={() => setSeen(rec)}
          />
        ) : null}
        <NextStep rec={rec} />
        <Evidence rec={rec} decided={<DecisionRecord rec={rec} />} />
      </DetailPane>
      {asking === "snooze" ? (
        <SnoozeDialog
          what={rec.item.title}
          onClose={close}
          onSnooze={(snooze) => {
            close();
            commands.snooze(rec, snooze);
          }}
        />
      ) : null}
      {asking === "dismiss" || asking === "resolve" ? (
        <ReasonDialog
          title={asking === "dismiss" ? `Dismiss ${rec.item.title}` : `${rec.item.title} is handled`}
          description={
            asking === "dismiss"
              ? "It is not recommended again until its inputs change."
              : "Use this if you handled it outside of Pricecheck."
          }
          confirmLabel={asking === "dismiss" ? "Dismiss" : "Mark as handled"}
          suggestions={REASONS[asking]}
          required={false}
          onClose={close}
          onReason={(reason) => {
            close();
            commands.close(asking, rec, reason);
          }}
        />
      ) : null}
      <ConfirmDialog
        open={asking === "revert"}
        onOpenChange={(open) => !open && close()}
        title="Take the price back?"
        description="Writes the earlier price to the store, unless the price was changed there since."
        confirmLabel="Take it back"
        onConfirm={() => (rec.write_back ? commands.revert(rec.write_back.id, rec.item.title) : undefined)}
      />
    </>
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
        Its run would have changed prices unusually much, so it is held back until someone releases it.
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
