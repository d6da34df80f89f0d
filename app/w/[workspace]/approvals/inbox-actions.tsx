"use client";

import { ActionBar } from "@/app/_components/shell/action-bar";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import { useCheckedRows } from "@/app/_trpc/lost/checking";
import type { RecommendationDetail } from "../_decisions/recommendation-detail";
import { useSummary } from "../_frame/nav-items";
import { useInboxDecisions } from "./inbox-decisions";
import { isChangedByHand } from "./permission-note";

/** The actions for the open entry. On a phone an approval can be undone for a few seconds, as a finger slips. */
export function InboxActions({ entry }: { entry: RecommendationDetail }) {
  const { may } = useWorkspace();
  const { reject, snooze, resolve, blocker, underway } = useInboxDecisions();
  // The page resolves the outcome of a decision whose answer was lost.
  const checking = useCheckedRows().has(entry.id);
  const writing = checking || underway.has(entry.id);
  const byHand = isChangedByHand(blocker);
  if (!may("recommendations:write")) return null;
  return (
    <ActionBar note={byHand ? null : <WriteNote policyVersion={entry.evidence.policy_version} />}>
      {byHand ? (
        <Button variant="primary" hotkey="e" disabled={writing} onClick={resolve}>
          Changed by hand
        </Button>
      ) : null}
      {blocker === null ? (
        <ApproveButton key={`${entry.id}/${entry.version}`} writing={writing} checking={checking} />
      ) : null}
      {may("recommendations:approve") && blocker !== "lifecycle" ? (
        <Button hotkey="r" disabled={writing} onClick={reject}>
          Reject
        </Button>
      ) : null}
      {blocker === "lifecycle" ? null : (
        <Button hotkey="s" disabled={writing} onClick={snooze}>
          Snooze
        </Button>
      )}
    </ActionBar>
  );
}

function ApproveButton({ writing, checking }: { writing: boolean; checking: boolean }) {
  const { approve } = useInboxDecisions();
  return (
    <Button variant="primary" hotkey="a" loading={writing} onClick={approve}>
      {checking ? "Checking" : writing ? "Waiting for the store" : "Approve"}
    </Button>
  );
}

/** The store that an approval writes to, and the policy that found the price. */
function WriteNote({ policyVersion }: { policyVersion: number }) {
  const store = useSummary()?.store;
  if (!store) return <>policy v{policyVersion}</>;
  return (
    <>
      writes to <b className="font-[600] text-ink">{store.name}</b>
      <br />
      policy v{policyVersion}
    </>
  );
}
