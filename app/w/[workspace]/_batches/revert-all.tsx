"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/app/_components/ui/button";
import { layerWhenOpened } from "@/app/_components/when-opened";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { useBatchPreview } from "./use-batch-preview";

const BatchPreviewDialog = layerWhenOpened(
  async () => (await import("./batch-preview-dialog")).BatchPreviewDialog,
);

/** What is taken back: the prices written for a run's recommendations, or those of a batch. */
type Source = { readonly runId: string } | { readonly batchId: string };

/** Takes back all prices of a run or a batch, after a preview; shown to those who may. The inbox shows the progress. */
export function RevertAll({ source, label }: { source: Source; label: string }) {
  const { may, href } = useWorkspace();
  const client = useTRPCClient();
  const router = useRouter();
  const { preview, prepare, confirm, close } = useBatchPreview((id) =>
    router.push(href(`/approvals?batch=${id}`)),
  );
  if (!may("recommendations:approve")) return null;
  const request = () => {
    const context = callContext({ says: label });
    return "runId" in source
      ? client.runs.revert.mutate({ run_id: source.runId }, { context })
      : client.decisionBatches.revert.mutate({ batch_id: source.batchId }, { context });
  };
  return (
    <>
      <Button onClick={() => prepare({ action: "revert", chosen: null }, request)}>{label}</Button>
      {preview ? (
        <BatchPreviewDialog preview={preview} onConfirm={() => void confirm(label)} onClose={close} />
      ) : null}
    </>
  );
}
