"use client";

import { Price } from "@/app/_components/pricing/price";
import { ActionBar } from "@/app/_components/shell/action-bar";
import { DetailPane } from "@/app/_components/shell/split-view";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { useCheckedRows } from "@/app/_trpc/lost/checking";
import { DecisionRecord } from "../../_decisions/decision-record";
import { ChangedNote, LeftNote } from "../../_decisions/entry-notes";
import { Evidence } from "../../_decisions/evidence";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import { WHY_LABELS, whyOf } from "../../_decisions/why";
import { useSummary } from "../../_frame/nav-items";
import { InboxActions, PhonePosition } from "./inbox-actions";
import { totalText } from "./loaded-count";
import type { Blocker } from "./permission-note";
import type { InboxState } from "./use-inbox";
import type { useInboxDecisions } from "./use-inbox-decisions";

/** The open entry: changes since it was computed, the evidence, and its actions. */
export function EntryPanel(props: {
  inbox: InboxState;
  entry: RecommendationDetail;
  blocker: Blocker | null;
  decisions: ReturnType<typeof useInboxDecisions>;
  onApprove: () => void;
  onReject: () => void;
  onSnooze: () => void;
  onResolve: () => void;
  onList: () => void;
}) {
  const { inbox, entry, decisions } = props;
  const store = useSummary()?.store;
  const checking = useCheckedRows().has(entry.id);
  const left = inbox.entryStatus === "left";
  return (
    <div data-evidence className="flex min-h-0 flex-1 flex-col">
      <PhonePosition
        position={inbox.position}
        count={totalText(inbox.count, inbox.loaded)}
        last={inbox.count}
        why={WHY_LABELS[whyOf(entry)]}
        onMove={inbox.move}
        onList={props.onList}
      />
      <DetailPane
        key={entry.id}
        label="Recommendation details"
        actions={
          left ? (
            <ActionBar>
              <Button hotkey="j" onClick={inbox.openNext}>
                {inbox.count > 0 ? "Next" : "Close"}
              </Button>
            </ActionBar>
          ) : inbox.entryStatus === "changed" ? undefined : (
            <InboxActions
              recId={`${entry.id}/${entry.version}`}
              writing={decisions.underway.has(entry.id)}
              checking={checking}
              blocker={props.blocker}
              storeName={store?.name ?? null}
              policyVersion={entry.evidence.policy_version}
              onApprove={props.onApprove}
              onReject={props.onReject}
              onSnooze={props.onSnooze}
              onResolve={props.onResolve}
            />
          )
        }
      >
        <EntryNotice {...props} checking={checking} />
        <Evidence rec={entry} decided={left ? <DecisionRecord rec={entry} /> : undefined} />
      </DetailPane>
    </div>
  );
}

/** A notice above the entry: its decision is being resolved, it was decided elsewhere, or its figures changed. */
function EntryNotice({
  inbox,
  entry,
  decisions,
  checking,
}: Pick<Parameters<typeof EntryPanel>[0], "inbox" | "entry" | "decisions"> & { checking: boolean }) {
  const stale = decisions.stale.get(entry.id);
  if (checking)
    return (
      <Banner tone="warn" className="mb-4" title="No answer came back.">
        We are checking what became of your decision. Nothing is sent twice.
      </Banner>
    );
  if (inbox.entryStatus === "left") return <LeftNote entry={entry} />;
  if (inbox.entryStatus === "changed") return <ChangedNote title={stale} onLook={inbox.look} />;
  if (stale)
    return (
      <Banner tone="warn" className="mb-4" title={stale}>
        Look again and decide.
      </Banner>
    );
  return <Moved entry={entry} />;
}

/** Warns that the item's price or cost has changed since the recommendation was computed. */
function Moved({ entry }: { entry: RecommendationDetail }) {
  const { price, cost } = entry.moved;
  if (price === undefined && cost === undefined) return null;
  return (
    <Banner tone="warn" className="mb-4" title="Changed since this was found.">
      {price === undefined ? null : (
        <>
          The price is <Price money={price} /> by now.{" "}
        </>
      )}
      {cost === undefined ? null : (
        <>
          The cost is <Price money={cost} /> by now.{" "}
        </>
      )}
      Approving will look again first; an older price is never written over a newer one.
    </Banner>
  );
}
