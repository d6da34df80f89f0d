"use client";

import { Price } from "@/app/_components/pricing/price";
import { DetailPane } from "@/app/_components/shell/split-view";
import { Banner } from "@/app/_components/ui/banner";
import { useSummary } from "../../_frame/nav-items";
import { Evidence } from "../../_decisions/evidence";
import type { Shown } from "../../_decisions/shown";
import { WHY_WORDS, whyOf } from "../../_decisions/why";
import { InboxActions, PhonePlace } from "./inbox-actions";
import type { Hindrance } from "./permission-note";
import type { InboxState } from "./use-inbox";
import type { useInboxDecisions } from "./use-inbox-decisions";

/** The open entry: what changed since, the evidence, and what can be done. */
export function EntryPanel(props: {
  inbox: InboxState;
  entry: Shown;
  hindrance: Hindrance | null;
  decisions: ReturnType<typeof useInboxDecisions>;
  onApprove: () => void;
  onReject: () => void;
  onSnooze: () => void;
  onList: () => void;
}) {
  const { inbox, entry, decisions } = props;
  const store = useSummary()?.store;
  const stale = decisions.stale.get(entry.id);
  return (
    <div data-evidence className="flex min-h-0 flex-1 flex-col">
      <PhonePlace
        position={inbox.position}
        count={inbox.entries.length}
        why={WHY_WORDS[whyOf(entry)]}
        onMove={inbox.move}
        onList={props.onList}
      />
      <DetailPane
        key={entry.id}
        label="Recommendation details"
        actions={
          <InboxActions
            recId={entry.id}
            writing={decisions.underway.has(entry.id)}
            hindrance={props.hindrance}
            storeName={store?.name ?? null}
            policyVersion={entry.evidence.policy_version}
            onApprove={props.onApprove}
            onReject={props.onReject}
            onSnooze={props.onSnooze}
            onResolve={() => decisions.resolve(entry)}
          />
        }
      >
        {stale ? (
          <Banner tone="warn" className="mb-4" title={stale}>
            Nothing was written. These are the figures by now; look again and decide.
          </Banner>
        ) : (
          <Moved entry={entry} />
        )}
        <Evidence rec={entry} />
      </DetailPane>
    </div>
  );
}

/** What is no longer as it was when the price was found, before anyone decides on it. */
function Moved({ entry }: { entry: Shown }) {
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
