"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Age } from "@/app/_components/pricing/age";
import { Price } from "@/app/_components/pricing/price";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";

/** Prices recently reported as wrong, each with the reason and a button that undoes the report. */
export function Reported({ reported }: { reported: Outputs["catalog"]["offers"]["reported"] }) {
  if (reported.length === 0) return null;
  return (
    <details className="mt-2 border-t border-line-soft pt-2">
      <summary className="w-fit cursor-pointer text-xs text-ink-dim hover:text-ink max-md:py-2">
        {reported.length === 1 ? "One price" : `${reported.length} prices`} reported as wrong
      </summary>
      <ul className="mt-1">
        {reported.map((seen) => (
          <li key={seen.id} className="flex items-center justify-between gap-3 py-1.5 text-xs text-ink-soft">
            <span className="min-w-0">
              <span className="block truncate">
                {seen.seller} · <Price money={seen.price} /> · seen <Age at={seen.observed_at} phrase />
              </span>
              <span className="block text-pretty text-ink-dim">{seen.reason}</span>
            </span>
            <UndoReport observationId={seen.id} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The button that undoes the report of a price as wrong; nothing for people who may not. */
export function UndoReport({ observationId }: { observationId: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { may } = useWorkspace();
  const restore = useMutation(
    trpc.observations.restore.mutationOptions({
      onError: notifyFailure("The report could not be undone"),
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  if (!may("recommendations:write")) return null;
  return (
    <Button
      size="sm"
      loading={restore.isPending}
      onClick={() => restore.mutate({ observation_id: observationId })}
    >
      Undo
    </Button>
  );
}
