"use client";

import { type ReactNode, useState } from "react";
import { SplitView } from "@/app/_components/shell/split-view";
import { useHeldBack } from "../../_decisions/held-back-provider";
import { ReasonDialog } from "../../_decisions/reason-dialog";
import { SnoozeDialog } from "../../_decisions/snooze-dialog";
import { BulkPanel } from "./bulk-panel";
import { EntryPanel } from "./entry-panel";
import { useInboxKeys } from "./inbox-keys";
import { InboxList } from "./inbox-list";
import type { Hindrance } from "./permission-note";
import { useBulk } from "./use-bulk";
import type { InboxState } from "./use-inbox";
import { useInboxDecisions } from "./use-inbox-decisions";
import { useWorkspace } from "@/app/_session/workspace";

const REJECTIONS = [
  "The cost is about to change.",
  "The competitor price is wrong.",
  "We keep this price on purpose.",
];

/** The list, the open entry or the chosen ones beside it, and the keys that decide. */
export function InboxDesk(props: {
  inbox: InboxState;
  hindrance: Hindrance | null;
  header: ReactNode;
  nothing: ReactNode;
}) {
  const { inbox, hindrance } = props;
  const { current } = inbox;
  const { may } = useWorkspace();
  const decisions = useInboxDecisions(inbox.leave);
  const bulk = useBulk(inbox.waiting);
  const { undoLast } = useHeldBack();
  const [asking, setAsking] = useState<"reject" | "snooze" | null>(null);
  const [phoneShows, setPhoneShows] = useState<"list" | "detail">("detail");

  const subjects = bulk.deciding ? bulk.entries : bulk.open ? [] : current ? [current] : [];
  const free = subjects.length > 0 && !subjects.some(({ id }) => decisions.underway.has(id));
  const live = free && hindrance !== "lifecycle";
  const approve = () => {
    if (bulk.deciding) void bulk.approveAll(decisions.approve, decisions.refresh);
    else if (current) void decisions.approveOne(current);
  };
  const byHand = hindrance === "plan" || hindrance === "store";

  useInboxKeys({
    move: (step) => {
      inbox.move(step);
      if (bulk.open && !bulk.deciding) bulk.clear();
    },
    toggle: () => current && bulk.toggle(current.id),
    open: () => document.querySelector<HTMLElement>("[data-evidence] section")?.focus(),
    clear: bulk.clear,
    undo: () => void undoLast(),
    approve: live && hindrance === null ? approve : null,
    reject: live && may("recommendations:approve") ? () => setAsking("reject") : null,
    snooze: live && may("recommendations:write") ? () => setAsking("snooze") : null,
    resolve: live && byHand && !bulk.open && current ? () => decisions.resolve(current) : null,
  });

  const what = subjects.length === 1 ? (subjects[0]?.item.title ?? "") : `${subjects.length} price changes`;
  return (
    <>
      <SplitView
        header={props.header}
        phoneShows={bulk.open || inbox.entries.length === 0 ? (bulk.open ? "detail" : "list") : phoneShows}
        list={
          inbox.entries.length === 0 ? (
            props.nothing
          ) : (
            <InboxList
              inbox={inbox}
              selected={bulk.selected}
              underway={decisions.underway}
              onSelect={bulk.select}
              onOpen={(id) => {
                inbox.open(id);
                setPhoneShows("detail");
              }}
            />
          )
        }
        detail={
          bulk.open ? (
            <BulkPanel
              entries={bulk.entries}
              outcomes={bulk.outcomes}
              running={bulk.running}
              hindrance={hindrance}
              onApprove={approve}
              onReject={() => setAsking("reject")}
              onSnooze={() => setAsking("snooze")}
              onClear={bulk.clear}
            />
          ) : current ? (
            <EntryPanel
              inbox={inbox}
              entry={current}
              hindrance={hindrance}
              decisions={decisions}
              onApprove={approve}
              onReject={() => setAsking("reject")}
              onSnooze={() => setAsking("snooze")}
              onList={() => setPhoneShows("list")}
            />
          ) : null
        }
      />
      {asking === "reject" ? (
        <ReasonDialog
          title={`Reject ${what}`}
          description="The price stays as it is. The reason is kept with the decision."
          confirmLabel="Reject"
          suggestions={REJECTIONS}
          required
          onClose={() => setAsking(null)}
          onReason={(reason) => {
            setAsking(null);
            bulk.clear();
            if (reason) void decisions.reject(subjects, reason);
          }}
        />
      ) : null}
      {asking === "snooze" ? (
        <SnoozeDialog
          what={what}
          onClose={() => setAsking(null)}
          onSnooze={(snooze) => {
            setAsking(null);
            bulk.clear();
            decisions.snooze(subjects, snooze);
          }}
        />
      ) : null}
    </>
  );
}
