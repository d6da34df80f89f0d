"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { notify } from "@/app/_components/ui/toast";
import { layerWhenOpened } from "@/app/_components/when-opened";
import { useCheckedRows } from "@/app/_trpc/lost/checking";
import type { RecommendationDetail } from "../_decisions/recommendation-detail";
import type { Snooze } from "../_decisions/snooze-dialog";
import { useApprove } from "../_decisions/use-approve";
import { type Blocker, useBlocker } from "../_decisions/use-blocker";
import type { OpenDialog } from "./inbox-dialogs";
import { type BatchDecision, useBatch } from "./use-batch";
import { type BulkState, useBulk } from "./use-bulk";
import { useDelayedDecisions } from "./use-delayed-decisions";
import type { InboxState } from "./use-inbox";
import { useInboxChanges } from "./use-inbox-changes";
import { useIsPhone } from "./use-is-phone";
import { useReject } from "./use-reject";

const InboxDialogs = layerWhenOpened(async () => (await import("./inbox-dialogs")).InboxDialogs);

const BatchPreviewDialog = layerWhenOpened(
  async () => (await import("../_batches/batch-preview-dialog")).BatchPreviewDialog,
);

/**
 * The decisions of the inbox, for its keys, buttons and panels. They act on the chosen entries, else on the open one.
 */
interface InboxDecisions {
  readonly approve: () => void;
  /** Asks for the reason first. */
  readonly reject: () => void;
  /** Asks until when first. */
  readonly snooze: () => void;
  /** Marks the open entry as changed by hand. */
  readonly resolve: () => void;
  /** Why this reader cannot approve; null if nothing prevents it. */
  readonly blocker: Blocker | null;
  /** Whether there is an entry to decide, and none of them is being decided. */
  readonly available: boolean;
  /** The ids of the entries whose approval waits for its answer. */
  readonly underway: ReadonlySet<string>;
  /** The message of an approval that was not carried out, by entry id; such an entry stays pending. */
  readonly stale: ReadonlyMap<string, string>;
  readonly bulk: BulkState;
}

const DecisionsContext = createContext<InboxDecisions | null>(null);

/** Returns the decisions of the inbox around the calling component. */
export function useInboxDecisions(): InboxDecisions {
  const decisions = useContext(DecisionsContext);
  if (!decisions) throw new Error("useInboxDecisions needs an InboxDecisionsProvider above it");
  return decisions;
}

/** Provides the decisions on the inbox's entries, and shows the dialog that asks for a decision's input. */
export function InboxDecisionsProvider({ inbox, children }: { inbox: InboxState; children: ReactNode }) {
  const { current, entryStatus, guard } = inbox;
  const blocker = useBlocker();
  const bulk = useBulk(inbox);
  const batch = useBatch(inbox, bulk);
  const checked = useCheckedRows();
  const { approveEntry, approveLeft, approveChosen, underway, stale } = useApprovals(inbox, bulk);
  const { approve: approveLater, snooze, resolve } = useDelayedDecisions(inbox);
  const isPhone = useIsPhone();
  const reject = useReject(inbox);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);

  const single = current && entryStatus === "waiting" ? [current] : [];
  const many = bulk.many ? bulk.count : null;
  const subjects = bulk.deciding ? bulk.entries : bulk.open ? [] : single;
  const busy = ({ id }: RecommendationDetail) => underway.has(id) || checked.has(id);
  const closeDialog = () => {
    setDialog(null);
    bulk.clear();
  };
  const prepareFromDialog = (decision: BatchDecision) => {
    setDialog(null);
    batch.prepare(decision);
  };
  const decisions: InboxDecisions = {
    approve: guard.guarded(() => {
      if (bulk.many) batch.prepare({ action: "approve" });
      else if (bulk.deciding) void approveChosen();
      // The chosen are being answered, or their figures load: the press is not for the open entry.
      else if (bulk.open) return;
      else if (current && isPhone) approveLater(current, (isThere) => approveLeft(current, isThere));
      else if (current) void approveEntry(current);
    }),
    reject: guard.guarded(() => setDialog({ about: "reject", subjects, many })),
    snooze: guard.guarded(() => setDialog({ about: "snooze", subjects, many })),
    resolve: guard.guarded(() => current && resolve(current)),
    blocker,
    available: (many !== null || subjects.length > 0) && !subjects.some(busy) && blocker !== "lifecycle",
    underway,
    stale,
    bulk,
  };
  return (
    <DecisionsContext value={decisions}>
      {children}
      {dialog ? (
        <InboxDialogs
          question={dialog}
          isStillPending={inbox.isStillPending}
          onClose={() => setDialog(null)}
          onReject={(recs, reason) => {
            if (many !== null) return prepareFromDialog({ action: "reject", reason });
            closeDialog();
            void reject(recs, reason);
          }}
          onSnooze={(recs, choice) => {
            if (many !== null) return prepareFromDialog(snoozeOf(choice));
            closeDialog();
            snooze(recs, choice);
          }}
        />
      ) : null}
      {batch.preview ? (
        <BatchPreviewDialog preview={batch.preview} onConfirm={batch.confirm} onClose={batch.close} />
      ) : null}
    </DecisionsContext>
  );
}

const snoozeOf = ({ until, reason }: Snooze): BatchDecision => ({
  action: "snooze",
  reason,
  snoozeUntil: new Date(until.untilMs).toISOString(),
});

/** Approves the open entry or the chosen ones, and remembers which approvals were not carried out. */
function useApprovals(inbox: InboxState, bulk: BulkState) {
  const { markOwn, leave, place, reopen } = inbox;
  const { changed, decided } = useInboxChanges();
  const { approve, approveAndReport, underway } = useApprove();
  const [stale, setStale] = useState<ReadonlyMap<string, string>>(new Map());

  /** Approves one entry and opens the next at once. */
  async function approveEntry(rec: RecommendationDetail): Promise<void> {
    if (underway.has(rec.id)) return;
    markOwn(rec.id);
    leave(rec.id);
    await approveLeft(rec, place());
  }

  /**
   * Approves an entry that the person has left. If the approval was not carried out or its answer was lost, they are
   * brought back to it, unless they have moved on; then a notice shows it.
   */
  async function approveLeft(rec: RecommendationDetail, isThere: () => boolean): Promise<void> {
    setStale((known) => new Map([...known].filter(([id]) => id !== rec.id)));
    const goBack = () => {
      const back = isThere();
      if (back) reopen(rec.id);
      return back;
    };
    const { kind, message, lost } = await approveAndReport(rec, goBack);
    const isStillPending = kind === "changed" || kind === "not_taken" || kind === "unknown";
    if (isStillPending) setStale((known) => new Map(known).set(rec.id, message));
    if (kind === "applied" || kind === "writing") await decided(rec.id);
    else await changed([rec.id]);
    if ((isStillPending || kind === "decided") && !goBack() && kind !== "unknown")
      notify({ title: `${rec.item.title}: not approved`, detail: message, durationMs: null });
    else if (lost) inbox.guard.changed();
  }

  function approveChosen(): Promise<void> {
    for (const { id } of bulk.entries) markOwn(id);
    return bulk.approveAll(approve, changed);
  }

  return { approveEntry, approveLeft, approveChosen, underway, stale };
}
