"use client";

import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { ReasonDialog } from "../../_decisions/reason-dialog";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import { SnoozeDialog } from "../../_decisions/snooze-dialog";
import type { AvailableAction } from "./available-actions";
import { DISMISS_REASONS } from "./status-choices";
import type { RecommendationActions } from "./use-recommendation-actions";

const REASONS = {
  dismiss: DISMISS_REASONS,
  resolve: ["Changed in the shop by hand.", "The cost was corrected.", "No longer sold."],
} as const;

/** An action that needs an answer first; to accept needs none. */
export type Question = Exclude<AvailableAction, "accept">;

/** The dialog that asks before an action; none while `asking` is null. */
export function RecommendationDialogs({
  rec,
  asking,
  actions,
  close,
}: {
  rec: RecommendationDetail;
  asking: Question | null;
  actions: RecommendationActions;
  close: () => void;
}) {
  return (
    <>
      {asking === "snooze" ? (
        <SnoozeDialog
          what={rec.item.title}
          onClose={close}
          onSnooze={(snooze) => {
            close();
            actions.snooze(rec, snooze);
          }}
        />
      ) : null}
      {asking === "dismiss" || asking === "resolve" ? (
        <ReasonDialog
          title={asking === "dismiss" ? `Dismiss ${rec.item.title}` : `Mark ${rec.item.title} as done`}
          description={
            asking === "dismiss"
              ? "It is not recommended again until its inputs change."
              : "Use this if it is done outside of Pricecheck."
          }
          confirmLabel={asking === "dismiss" ? "Dismiss" : "Mark as done"}
          suggestions={REASONS[asking]}
          required={false}
          onClose={close}
          onReason={(reason) => {
            close();
            actions.close(asking, rec, reason);
          }}
        />
      ) : null}
      <ConfirmDialog
        open={asking === "revert"}
        onOpenChange={(open) => !open && close()}
        title="Take the price back?"
        description="Writes the earlier price to the store, unless the price was changed there since."
        confirmLabel="Take it back"
        onConfirm={() => (rec.write_back ? actions.revert(rec.write_back.id, rec.item.title) : undefined)}
      />
    </>
  );
}
