"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import { ActionBar } from "@/app/_components/shell/action-bar";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import type { Blocker } from "./permission-note";
import { useIsPhone } from "./use-is-phone";

const ARMED_MS = 4_000;

/** The actions for the open entry. On a phone approving takes a second tap. */
export function InboxActions(props: {
  recId: string;
  writing: boolean;
  /** True while the page resolves the outcome of a decision whose answer was lost. */
  checking: boolean;
  blocker: Blocker | null;
  storeName: string | null;
  policyVersion: number;
  onApprove: () => void;
  onReject: () => void;
  onSnooze: () => void;
  onResolve: () => void;
}) {
  const { may } = useWorkspace();
  const { blocker } = props;
  const writing = props.writing || props.checking;
  const byHand = blocker === "plan" || blocker === "store";
  if (!may("recommendations:write")) return null;
  return (
    <ActionBar
      note={<Note storeName={props.storeName} policyVersion={props.policyVersion} byHand={byHand} />}
    >
      {byHand ? (
        <Button variant="primary" hotkey="e" disabled={writing} onClick={props.onResolve}>
          Changed by hand
        </Button>
      ) : null}
      {blocker === null ? (
        <ApproveButton
          key={props.recId}
          writing={writing}
          checking={props.checking}
          onApprove={props.onApprove}
        />
      ) : null}
      {may("recommendations:approve") && blocker !== "lifecycle" ? (
        <Button hotkey="r" disabled={writing} onClick={props.onReject}>
          Reject
        </Button>
      ) : null}
      {blocker === "lifecycle" ? null : (
        <Button hotkey="s" disabled={writing} onClick={props.onSnooze}>
          Snooze
        </Button>
      )}
    </ActionBar>
  );
}

function ApproveButton({
  writing,
  checking,
  onApprove,
}: {
  writing: boolean;
  checking: boolean;
  onApprove: () => void;
}) {
  const phone = useIsPhone();
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    if (!armed) return;
    const timer = setTimeout(() => setArmed(false), ARMED_MS);
    return () => clearTimeout(timer);
  }, [armed]);
  return (
    <Button
      variant="primary"
      hotkey="a"
      loading={writing}
      onClick={() => {
        if (phone && !armed) return setArmed(true);
        setArmed(false);
        onApprove();
      }}
    >
      {checking ? "Checking" : writing ? "Waiting for the store" : armed ? "Tap again to approve" : "Approve"}
    </Button>
  );
}

function Note(props: { storeName: string | null; policyVersion: number; byHand: boolean }) {
  if (props.byHand) return null;
  if (props.storeName === null) return <>policy v{props.policyVersion}</>;
  return (
    <>
      writes to <b className="font-[600] text-ink">{props.storeName}</b>
      <br />
      policy v{props.policyVersion}
    </>
  );
}

/** Position and navigation on a phone: which entry is open, with buttons for the previous and the next. */
export function PhonePosition(props: {
  /** 0 if the open entry is not in the list any more. */
  position: number;
  /** The number of entries as text. */
  count: string;
  /** The position of the last one. */
  last: number;
  why: string;
  onMove: (step: number) => void;
  onList: () => void;
}) {
  return (
    <div className="flex items-center gap-1 px-4 pt-2 text-xs text-ink-dim md:hidden">
      <span className="num mr-auto">
        {props.position > 0 ? `${props.position} of ${props.count}` : "No longer in the list"} · {props.why}
      </span>
      <Button size="sm" variant="quiet" onClick={props.onList}>
        List
      </Button>
      <Button
        size="icon"
        variant="quiet"
        aria-label="Previous"
        disabled={props.position === 1 || props.last === 0}
        onClick={() => props.onMove(-1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <Button
        size="icon"
        variant="quiet"
        aria-label="Next"
        disabled={props.position >= props.last}
        onClick={() => props.onMove(1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </div>
  );
}
