"use client";

import { Age } from "@/app/_components/pricing/age";
import { StatusBadge } from "@/app/_components/pricing/status-badge";
import { DetailSection } from "@/app/_components/shell/split-view";
import { CopyButton } from "@/app/_components/ui/copy-field";
import { CancelWrite } from "./cancel-write";
import { ACTION_LABELS } from "./decision-text";
import type { RecommendationDetail } from "./recommendation-detail";

/** Who decided, when and why, and the store's answer; empty before a decision. */
export function DecisionRecord({ rec }: { rec: RecommendationDetail }) {
  const { decision, write_back: write } = rec;
  const approvals = (rec.approvals?.by ?? []).filter(({ at }) => at !== decision?.at);
  if (!decision && !write && approvals.length === 0) return null;
  return (
    <DetailSection title="What was decided">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 wrap-anywhere">
        {approvals.length > 0 ? (
          <>
            <dt className="text-ink-dim">First approval</dt>
            <dd>
              {approvals.map(({ by, at }) => (
                <span key={by} className="block">
                  by {by}, <Age at={at} phrase />
                </span>
              ))}
              {rec.status === "pending_approval" ? "Somebody else has to approve it too." : null}
            </dd>
          </>
        ) : null}
        {decision ? (
          <>
            <dt className="text-ink-dim">{ACTION_LABELS[decision.action]}</dt>
            <dd>
              {decision.by ? <>by {decision.by}, </> : null}
              <Age at={decision.at} phrase />
            </dd>
            {decision.reason ? (
              <>
                <dt className="text-ink-dim">Reason</dt>
                <dd className="text-pretty">{decision.reason}</dd>
              </>
            ) : null}
          </>
        ) : null}
        {rec.snooze_until ? (
          <>
            <dt className="text-ink-dim">Comes back</dt>
            <dd>
              <Age at={rec.snooze_until} phrase />
            </dd>
          </>
        ) : null}
        {write ? <StoreReceipt write={write} title={rec.item.title} /> : null}
      </dl>
    </DetailSection>
  );
}

function StoreReceipt({
  write,
  title,
}: {
  write: NonNullable<RecommendationDetail["write_back"]>;
  title: string;
}) {
  return (
    <>
      <dt className="text-ink-dim">Store</dt>
      <dd className="text-pretty">
        {write.revert_status === "applied" ? null : (
          <StatusBadge of="write_back" status={write.status} className="mr-2" />
        )}
        {write.store_answer}
        {write.finished_at ? (
          <span className="ml-1.5 text-ink-dim">
            <Age at={write.finished_at} phrase />
          </span>
        ) : null}
      </dd>
      {write.revert_status ? (
        <>
          <dt className="text-ink-dim">Taken back</dt>
          <dd>
            {write.revert_status === "applied" ? (
              "The earlier price is in the store again."
            ) : (
              <StatusBadge of="write_back" status={write.revert_status} />
            )}
          </dd>
        </>
      ) : null}
      {write.restore_status ? (
        <>
          <dt className="text-ink-dim">Written again</dt>
          <dd>
            <StatusBadge of="write_back" status={write.restore_status} />
          </dd>
        </>
      ) : null}
      {write.waits_reason ? (
        <>
          <dt className="text-ink-dim">Waits</dt>
          <dd className="text-pretty">
            {write.waits_reason}.{write.queued_id ? <CancelWrite id={write.queued_id} title={title} /> : null}
          </dd>
        </>
      ) : null}
      <dt className="text-ink-dim">Receipt</dt>
      <dd className="flex items-center gap-1">
        <span className="truncate font-mono text-[13px]">{write.id}</span>
        <CopyButton value={write.id} label="Copy receipt" className="-my-1" />
      </dd>
    </>
  );
}
