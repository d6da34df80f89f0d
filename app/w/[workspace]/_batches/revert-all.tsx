"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/app/_components/ui/button";
import { layerWhenOpened } from "@/app/_components/when-opened";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { batchPermission } from "@/server/domain/permissions";
import { type Batch, type Subject, takenBackBy } from "./batch-text";
import { useBatchPreview } from "./use-batch-preview";

const BatchPreviewDialog = layerWhenOpened(
  async () => (await import("./batch-preview-dialog")).BatchPreviewDialog,
);

/** What is taken back: the prices written for a run's recommendations, or what a batch did. */
type Source = { readonly runId: string } | Batch;

/** What takes a source back. */
function takingBack(source: Source): Subject {
  if ("runId" in source) return { of: "recommendations", action: "revert" };
  return { of: source.of, action: takenBackBy(source) ?? "revert" };
}

/**
 * Takes back all prices of a run, or what a batch did, after a preview; shown to those who may.
 * @param props.onConfirmed shows the progress of the batch with that id; the inbox does where it is left out
 */
export function RevertAll({
  source,
  label,
  onConfirmed,
}: {
  source: Source;
  label: string;
  onConfirmed?: (id: string) => void;
}) {
  const { may, href } = useWorkspace();
  const client = useTRPCClient();
  const router = useRouter();
  const { preview, prepare, confirm, close } = useBatchPreview((id) => {
    if (!onConfirmed) return router.push(href(`/approvals?batch=${id}`));
    close();
    onConfirmed(id);
  });
  const subject = takingBack(source);
  if (!may(batchPermission(subject).scope)) return null;
  const request = () => {
    const context = callContext({ says: label });
    return "runId" in source
      ? client.runs.revert.mutate({ run_id: source.runId }, { context })
      : client.decisionBatches.revert.mutate({ batch_id: source.id }, { context });
  };
  return (
    <>
      <Button onClick={() => prepare({ ...subject, chosen: null }, request)}>{label}</Button>
      {preview ? (
        <BatchPreviewDialog preview={preview} onConfirm={() => void confirm(label)} onClose={close} />
      ) : null}
    </>
  );
}
