"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";

import { isRunFinished } from "@/server/domain/runs/run";
import { RevertAll } from "../../_batches/revert-all";

type Run = Outputs["runs"]["get"];

/** The action on a run: canceling it while it is under way, taking its prices back once it has succeeded. */
export function RunActions({ run }: { run: Run }) {
  if (!isRunFinished(run.status)) return <CancelRun run={run} />;
  if (run.status !== "succeeded") return null;
  return <RevertAll source={{ runId: run.id }} label="Undo this run…" />;
}

/** Cancels a queued or running run, after a confirmation. */
function CancelRun({ run }: { run: Run }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { may } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation(
    trpc.runs.cancel.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.runs.pathFilter()),
    }),
  );
  if (!may("runs:trigger")) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Cancel the run</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this run?"
        description="Nothing it has found so far will be published. It still counts as one of today's runs."
        confirmLabel="Cancel the run"
        cancelLabel="Let it continue"
        tone="danger"
        onConfirm={async () => {
          await cancel.mutateAsync({ run_id: run.id });
        }}
      />
    </>
  );
}

/** Releases a run that the circuit breaker holds, after a confirmation. */
export function ReleaseRun({ run }: { run: Run }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { may } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const release = useMutation(
    trpc.runs.release.mutationOptions({
      onSuccess: () => notify({ title: "Released", detail: "The recommendations are new now." }),
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  if (!may("recommendations:approve")) return null;
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Release
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Release what this run found?"
        description={`${run.held?.reason ?? ""} After the release every price still has to be accepted and approved.`}
        confirmLabel="Release"
        onConfirm={async () => {
          await release.mutateAsync({ run_id: run.id });
        }}
      />
    </>
  );
}
