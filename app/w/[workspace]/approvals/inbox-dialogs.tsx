"use client";

import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Banner } from "@/app/_components/ui/banner";
import { DroppedSelections } from "../_decisions/dropped-selections";
import { ReasonDialog } from "../_decisions/reason-dialog";
import type { RecommendationDetail } from "../_decisions/recommendation-detail";
import { type Snooze, SnoozeDialog } from "../_decisions/snooze-dialog";

const REJECTIONS = [
  "The cost is about to change.",
  "The competitor price is wrong.",
  "We keep this price on purpose.",
];

/** The decision that a dialog asks about, with the entries as they were when it opened. */
export interface OpenDialog {
  readonly about: "reject" | "snooze";
  /** None if they are many. */
  readonly subjects: readonly RecommendationDetail[];
  /** The number of chosen entries, if they are too many to be decided one by one; a preview follows then. */
  readonly many: number | null;
}

/** Asks for the input of a decision. Entries that another person decides meanwhile are dropped from it and listed. */
export function InboxDialogs(props: {
  question: OpenDialog;
  isStillPending: (rec: RecommendationDetail) => boolean;
  onClose: () => void;
  onReject: (recs: readonly RecommendationDetail[], reason: string) => void;
  onSnooze: (recs: readonly RecommendationDetail[], snooze: Snooze) => void;
}) {
  const locale = useLocale();
  const { subjects, about, many } = props.question;
  const left = subjects.filter((rec) => props.isStillPending(rec));
  const dropped = subjects.filter((rec) => !left.includes(rec));
  const count = many ?? (left.length > 0 ? left.length : subjects.length);
  const what =
    subjects.length === 1 ? (subjects[0]?.item.title ?? "") : `${formatCount(count, locale)} price changes`;
  const common = {
    onClose: props.onClose,
    blocked: many === null && left.length === 0,
    notice:
      dropped.length === 0 ? undefined : (
        <Banner tone="warn" className="mb-4" title="Changed while you were here:">
          <DroppedSelections ids={dropped.map(({ id }) => id)} />
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
