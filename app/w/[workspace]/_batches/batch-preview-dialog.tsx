"use client";

import { useEffect, useRef, useState } from "react";
import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Dialog, DialogContent } from "@/app/_components/ui/dialog";
import { Skeleton } from "@/app/_components/ui/skeleton";
import { KEY_GUARD_MS } from "../_decisions/key-guard";
import { BatchEffect } from "./batch-effect";
import { BatchFallOuts } from "./batch-fall-outs";
import { BatchGroups } from "./batch-groups";
import type { BatchPreview } from "./batch-preview";
import { awaitingSecond, subjects, wordsOf } from "./batch-text";

/**
 * Shows what a batch would do before anything is decided. Enter confirms it; a press that was meant for the page
 * before does nothing, because the button is enabled only after the preview has been shown for a moment.
 */
export function BatchPreviewDialog(props: {
  preview: BatchPreview;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { batch, failure, confirming } = props.preview;
  const confirm = useRef<HTMLButtonElement>(null);
  const ready = useReady(batch !== null && batch.count > 0);
  useEffect(() => {
    if (ready) confirm.current?.focus();
  }, [ready]);
  const { verb } = wordsOf(props.preview);
  const locale = useLocale();
  const count = batch?.count ?? props.preview.chosen;
  const number = count === null ? null : formatCount(count, locale);
  const text = (value: number) => formatCount(value, locale);
  const what = count === null ? "what is selected" : subjects(props.preview, count, text);
  return (
    <Dialog open onOpenChange={(open) => !open && !confirming && props.onClose()}>
      <DialogContent
        title={`${verb} ${what}?`}
        description={descriptionOf(props.preview)}
        focusesItself
        footer={
          <>
            <Button disabled={confirming} onClick={props.onClose}>
              Cancel
            </Button>
            <Button
              ref={confirm}
              variant="primary"
              disabled={!ready}
              loading={confirming}
              onClick={props.onConfirm}
            >
              {number === null ? verb : `${verb} ${number}`}
            </Button>
          </>
        }
      >
        {failure ? (
          <Banner tone="bad" className="mb-3" title="This batch was refused.">
            {failure.message} Nothing was decided.
          </Banner>
        ) : null}
        {batch ? <Found preview={props.preview} /> : failure ? null : <Computing />}
      </DialogContent>
    </Dialog>
  );
}

function Found({ preview: { batch, reason } }: { preview: BatchPreview }) {
  const locale = useLocale();
  if (!batch) return null;
  const fallen = batch.selected - batch.count;
  return (
    <div role="status">
      {reason ? <p className="mb-3 text-ink-soft">“{reason}”</p> : null}
      {batch.effect.raised + batch.effect.lowered > 0 ? <BatchEffect effect={batch.effect} /> : null}
      <BatchGroups batch={batch} />
      {batch.first_approvals > 0 ? (
        <p className="mt-3 text-pretty">
          Two people have to approve {batch.first_approvals === batch.count ? "these" : "some of these"}.
          After this, {awaitingSecond(batch.first_approvals, (number) => formatCount(number, locale))};
          nothing of that is written to the store before.
        </p>
      ) : null}
      {batch.remaining > 0 ? (
        <p className="mt-3 text-ink-soft">
          {formatCount(batch.remaining, locale)} more can be taken back by the same button once this batch is
          done.
        </p>
      ) : null}
      {fallen > 0 ? (
        <section className="mt-4">
          <h3 className="mb-1.5 text-xs font-[600] text-ink-soft">
            {subjects(batch, fallen, (number) => formatCount(number, locale))} would fall out and stay as they
            are
          </h3>
          <BatchFallOuts batch={batch} />
        </section>
      ) : (
        <p className="mt-3 text-ink-soft">Nothing falls out.</p>
      )}
    </div>
  );
}

const Computing = () => (
  <div role="status" aria-label="Computing the preview">
    <Skeleton className="h-14 w-full rounded-xl" />
    <Skeleton className="mt-3 h-4 w-2/3 rounded" />
  </div>
);

function descriptionOf({ batch, failure, action }: BatchPreview): string {
  if (failure) return "Nothing was changed.";
  if (!batch) return "Computing what would happen. Nothing is decided yet.";
  if (batch.count === 0) return "None of them can be decided now.";
  return action === "approve"
    ? "Each is checked again when its turn comes, and written to the store once. What has changed by then falls out."
    : "Each is checked again when its turn comes. What has changed by then falls out.";
}

/** Whether something has been shown for long enough that a press is meant for it. */
function useReady(shown: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setReady(true), KEY_GUARD_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown && ready;
}
