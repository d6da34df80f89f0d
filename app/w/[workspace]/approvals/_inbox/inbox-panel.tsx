"use client";

import { type ReactNode, useState } from "react";
import { SplitView } from "@/app/_components/shell/split-view";
import { useWorkspace } from "@/app/_session/workspace";
import { useCheckedRows } from "@/app/_trpc/lost/checking";
import { useDelayedCalls } from "../../_decisions/delayed-calls-provider";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import { BulkPanel } from "./bulk-panel";
import { EntryPanel } from "./entry-panel";
import { InboxDialogs, type OpenDialog } from "./inbox-dialogs";
import { useInboxKeys } from "./inbox-keys";
import { InboxList } from "./inbox-list";
import type { Blocker } from "./permission-note";
import { useBulk } from "./use-bulk";
import type { InboxState } from "./use-inbox";
import { useInboxDecisions } from "./use-inbox-decisions";

/** The list, beside it the open entry or the chosen ones, and the keys that decide. */
export function InboxPanel(props: {
  inbox: InboxState;
  blocker: Blocker | null;
  header: ReactNode;
  nothing: ReactNode;
}) {
  const { inbox, blocker } = props;
  const { current, entryStatus, guard } = inbox;
  const { may } = useWorkspace();
  const decisions = useInboxDecisions(inbox);
  const bulk = useBulk(inbox.waiting);
  const { undoLast } = useDelayedCalls();
  const checked = useCheckedRows();
  const [question, setQuestion] = useState<OpenDialog | null>(null);
  const [phoneShows, setPhoneShows] = useState<"list" | "detail">("detail");

  const single = current && entryStatus === "waiting" ? [current] : [];
  const subjects = bulk.deciding ? bulk.entries : bulk.open ? [] : single;
  const busy = ({ id }: RecommendationDetail) => decisions.underway.has(id) || checked.has(id);
  const live = subjects.length > 0 && !subjects.some(busy) && blocker !== "lifecycle";
  const approve = () => {
    if (bulk.deciding) {
      for (const { id } of bulk.entries) inbox.markOwn(id);
      void bulk.approveAll(decisions.approve, decisions.refresh);
    } else if (current) void decisions.approveOne(current);
  };
  const ask = (about: OpenDialog["about"]) => setQuestion({ about, subjects });
  const press = {
    approve: guard.guarded(approve),
    reject: guard.guarded(() => ask("reject")),
    snooze: guard.guarded(() => ask("snooze")),
    resolve: guard.guarded(() => current && decisions.resolve(current)),
  };
  const byHand = blocker === "plan" || blocker === "store";

  useInboxKeys({
    move: (step) => {
      inbox.move(step);
      if (bulk.open && !bulk.deciding) bulk.clear();
    },
    toggle: () => current && entryStatus === "waiting" && bulk.toggle(current.id),
    open: () => document.querySelector<HTMLElement>("[data-evidence] section")?.focus(),
    clear: bulk.clear,
    undo: () => void undoLast(),
    approve: live && blocker === null ? press.approve : null,
    reject: live && may("recommendations:approve") ? press.reject : null,
    snooze: live && may("recommendations:write") ? press.snooze : null,
    resolve: live && byHand && !bulk.open && current ? press.resolve : null,
  });

  return (
    <>
      <SplitView
        header={props.header}
        phoneShows={bulk.open ? "detail" : current ? phoneShows : "list"}
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
              dropped={bulk.dropped}
              outcomes={bulk.outcomes}
              running={bulk.running}
              blocker={blocker}
              onApprove={press.approve}
              onReject={press.reject}
              onSnooze={press.snooze}
              onClear={bulk.clear}
            />
          ) : current ? (
            <EntryPanel
              inbox={inbox}
              entry={current}
              blocker={blocker}
              decisions={decisions}
              onApprove={press.approve}
              onReject={press.reject}
              onSnooze={press.snooze}
              onResolve={press.resolve}
              onList={() => setPhoneShows("list")}
            />
          ) : null
        }
      />
      {question ? (
        <InboxDialogs
          question={question}
          isStillPending={inbox.isStillPending}
          onClose={() => setQuestion(null)}
          onReject={(recs, reason) => {
            setQuestion(null);
            bulk.clear();
            void decisions.reject(recs, reason);
          }}
          onSnooze={(recs, snooze) => {
            setQuestion(null);
            bulk.clear();
            decisions.snooze(recs, snooze);
          }}
        />
      ) : null}
    </>
  );
}
