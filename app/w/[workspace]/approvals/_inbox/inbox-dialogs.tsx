"use client";

import { Banner } from "@/app/_components/ui/banner";
import { DroppedSelections } from "../../_decisions/dropped-selections";
import { ReasonDialog } from "../../_decisions/reason-dialog";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import { type Snooze, SnoozeDialog } from "../../_decisions/snooze-dialog";

const REJECTIONS = [
  "The cost is about to change.",
  "The competitor price is wrong.",
  "We keep this price on purpose.",
];

/** The decision that a dialog asks about, with the entries as they were when it opened. */
export interface OpenDialog {
  readonly about: "reject" | "snooze";
  readonly subjects: readonly RecommendationDetail[];
}

/** Asks for the input of a decision. Entries that another person decides meanwhile are dropped from it and listed. */
export function InboxDialogs(props: {
  question: OpenDialog;
  isStillPending: (rec: RecommendationDetail) => boolean;
  onClose: () => void;
  onReject: (recs: readonly RecommendationDetail[], reason: string) => void;
  onSnooze: (recs: readonly RecommendationDetail[], snooze: Snooze) => void;
}) {
  const { subjects, about } = props.question;
  const left = subjects.filter((rec) => props.isStillPending(rec));
  const dropped = subjects.filter((rec) => !left.includes(rec));
  const what =
    subjects.length === 1
      ? (subjects[0]?.item.title ?? "")
      : `${left.length > 0 ? left.length : subjects.length} price changes`;
  const common = {
    onClose: props.onClose,
    blocked: left.length === 0,
    notice:
      dropped.length === 0 ? undefined : (
        <Banner tone="warn" className="mb-4" title="Changed while you were here:">
          <DroppedSelections rows={dropped} />
          {left.length === 0 ? "Nothing is left to decide here." : "What is left can be decided."}
        </Banner>
      ),
  };
  if (about === "snooze")
    return <SnoozeDialog {...common} what={what} onSnooze={(snooze) => props.onSnooze(left, snooze)} />;
  return (
    <ReasonDialog
      {...common}
      title={`Reject ${what}`}
      description="The price stays as it is. The reason is kept with the decision."
      confirmLabel="Reject"
      suggestions={REJECTIONS}
      required
      onReason={(reason) => props.onReject(left, reason ?? "")}
    />
  );
}
