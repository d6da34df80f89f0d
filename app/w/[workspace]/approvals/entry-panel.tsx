"use client";

import { useState } from "react";
import { Price } from "@/app/_components/pricing/price";
import { ActionBar } from "@/app/_components/shell/action-bar";
import { DetailPane } from "@/app/_components/shell/split-view";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { useCheckedRows } from "@/app/_trpc/lost/checking";
import { DecisionRecord } from "../_decisions/decision-record";
import { ChangedNote, LeftNote, TwoPeopleNote } from "../_decisions/entry-notes";
import { Evidence } from "../_decisions/evidence";
import type { RecommendationDetail } from "../_decisions/recommendation-detail";
import { WHY_LABELS } from "../_decisions/why";
import { InboxActions } from "./inbox-actions";
import { useInboxDecisions } from "./inbox-decisions";
import { PhonePosition } from "./phone-position";
import type { InboxState } from "./use-inbox";

/** The open entry: changes since it was computed, the evidence, and its actions. */
export function EntryPanel({
  inbox,
  entry,
  onList,
}: {
  inbox: InboxState;
  entry: RecommendationDetail;
  onList: () => void;
}) {
  const left = inbox.entryStatus === "left";
  return (
    <div data-evidence className="flex min-h-0 flex-1 flex-col">
      <Announcement
        id={entry.id}
        text={
          inbox.position > 0 ? `${inbox.position} of ${inbox.count}: ${entry.item.title}` : entry.item.title
        }
      />
      <PhonePosition
        position={inbox.position}
        count={inbox.count}
        why={WHY_LABELS[entry.why ?? "other"]}
        onMove={inbox.move}
        onList={onList}
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
            <InboxActions entry={entry} />
          )
        }
      >
        <EntryNotice inbox={inbox} entry={entry} />
        <Evidence
          rec={entry}
          decided={left ? <DecisionRecord rec={entry} /> : undefined}
          onPriceSet={inbox.priceSet}
        />
      </DetailPane>
    </div>
  );
}

/** Announces the entry that a key opened, because the focus stays where it is; the first one is not announced. */
function Announcement({ id, text }: { id: string; text: string }) {
  const [announced, setAnnounced] = useState({ id, hasMoved: false });
  if (announced.id !== id) setAnnounced({ id, hasMoved: true });
  return (
    <p className="sr-only" aria-live="polite">
      {announced.hasMoved ? text : null}
    </p>
  );
}

/** A notice above the entry: its decision is being resolved, it was decided elsewhere, or its figures changed. */
function EntryNotice({ inbox, entry }: { inbox: InboxState; entry: RecommendationDetail }) {
  const stale = useInboxDecisions().stale.get(entry.id);
  const checking = useCheckedRows().has(entry.id);
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
  return (
    <>
      <TwoPeopleNote entry={entry} />
      <Moved entry={entry} />
    </>
  );
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
