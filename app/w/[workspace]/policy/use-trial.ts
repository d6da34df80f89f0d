"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { type Failure, failureOf } from "@/app/_trpc/failure";
import type { Scenario } from "@/server/domain/pricing/scenario";
import type { JsonValue } from "./policy-text";

type Json = { [key: string]: JsonValue };
type Trial = Outputs["policy"]["trial"]["trial"];

interface Started extends Pick<TriedDraft, "scenario"> {
  readonly id: string;
  readonly text: string;
}

const RELOAD_INTERVAL_MS = 700;
const isOpen = (trial: Trial | undefined): boolean =>
  trial?.status === "queued" || trial?.status === "running";

/** The last trial of a draft, and a function that starts another one. */
export interface TriedDraft {
  /** The text of the draft that `trial` was started with. */
  readonly text: string | null;
  /** What `trial` supposes of costs and competitor prices; null where they are as they are. */
  readonly scenario: Scenario | null;
  readonly trial: Trial | null;
  readonly working: boolean;
  readonly failure: Failure | null;
  ask(text: string, document: Json, scenario?: Scenario | null): void;
}

/** Tries a draft on the current catalog and polls the trial's progress. */
export function usePreview(): TriedDraft {
  const trpc = useTRPC();
  const mutation = useMutation(trpc.policy.preview.mutationOptions());
  return useFollowed(mutation, (document, scenario) =>
    mutation.mutateAsync(scenario === null ? { document } : { document, scenario }),
  );
}

/** Tries a draft on the latest runs and polls the trial's progress. */
export function useBacktest(runs: number): TriedDraft {
  const trpc = useTRPC();
  const mutation = useMutation(trpc.policy.backtest.mutationOptions());
  return useFollowed(mutation, (document) => mutation.mutateAsync({ document, runs }));
}

function useFollowed(
  { isPending, error }: { isPending: boolean; error: unknown },
  send: (document: Json, scenario: Scenario | null) => Promise<{ trial: Trial }>,
): TriedDraft {
  const trpc = useTRPC();
  const [started, setStarted] = useState<Started | null>(null);
  const last = useRef<object | null>(null);
  const sending = useRef(Promise.resolve());
  const query = useQuery({
    ...trpc.policy.trial.queryOptions({ trial_id: started?.id ?? "" }),
    enabled: started !== null,
    refetchInterval: ({ state }) =>
      state.status === "error" || !isOpen(state.data?.trial) ? false : RELOAD_INTERVAL_MS,
  });
  const trial = started === null ? null : (query.data?.trial ?? null);
  const failed = error ?? query.error;
  return {
    text: started?.text ?? null,
    scenario: started?.scenario ?? null,
    trial,
    working: isPending || (started !== null && !failed && (trial === null || isOpen(trial))),
    failure: failed ? failureOf(failed) : null,
    ask: (text, document, scenario = null) => {
      const request = { text, scenario };
      last.current = request;
      const isLast = () => last.current === request;
      // One after the other: the service lets the trial that it takes last replace the one before.
      sending.current = sending.current.then(async () => {
        if (!isLast()) return;
        const id = await send(document, scenario).then(
          (response) => response.trial.id,
          () => null,
        );
        if (isLast()) setStarted(id === null ? null : { id, ...request });
      });
    },
  };
}
