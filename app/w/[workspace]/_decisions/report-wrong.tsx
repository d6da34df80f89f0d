"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { ReasonDialog } from "./reason-dialog";

const SUGGESTED_REASONS = [
  "Different item",
  "Another pack size",
  "Not the price to pay",
  "Price was misread",
] as const;

/** Reports a competitor's price as wrong, so that it does not count any more; the report can be undone at once. */
export function ReportWrong({ observation }: { observation: { id: string; seller: string } }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const refresh = () => queryClient.invalidateQueries();
  const restore = useMutation(
    trpc.observations.restore.mutationOptions({
      onError: notifyFailure("The report could not be undone"),
      onSettled: refresh,
    }),
  );
  const report = useMutation(
    trpc.observations.report.mutationOptions({
      onSuccess: () =>
        notify({
          title: "The price no longer counts",
          detail: `Recommendations based on it are computed again, with ${observation.seller}'s earlier price if there is one.`,
          action: { label: "Undo", onAction: () => restore.mutate({ observation_id: observation.id }) },
        }),
      onError: notifyFailure("The price was not reported"),
      onSettled: refresh,
    }),
  );
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        loading={report.isPending}
        aria-label={`Report ${observation.seller}'s price as wrong`}
        title="Report as wrong"
        onClick={() => setAsking(true)}
      >
        <Flag aria-hidden />
      </Button>
      {asking ? (
        <ReasonDialog
          title={`Is ${observation.seller}'s price wrong?`}
          description="From now on it no longer counts, and recommendations based on it are computed again."
          confirmLabel="Report as wrong"
          suggestions={SUGGESTED_REASONS}
          required
          onClose={() => setAsking(false)}
          onReason={(reason) => {
            setAsking(false);
            report.mutate({ observation_id: observation.id, reason: reason ?? "" });
          }}
        />
      ) : null}
    </>
  );
}
