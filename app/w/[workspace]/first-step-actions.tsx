"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { Count } from "@/app/_components/pricing/price";
import { Button } from "@/app/_components/ui/button";
import { notify } from "@/app/_components/ui/toast";
import { useHydrated } from "@/app/_components/use-hydrated";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { useResendConfirmation } from "./_frame/use-resend-confirmation";
import type { Found } from "./first-steps-of";

/** A link to the page where the step is done, in the look of the step's button. */
export function GoTo(props: { path: string; quiet?: boolean; children: ReactNode }) {
  const { href } = useWorkspace();
  return (
    <Button asChild size="sm" variant={props.quiet ? "secondary" : "primary"}>
      <Link href={href(props.path)}>{props.children}</Link>
    </Button>
  );
}

export function ConfirmAddress() {
  const resend = useResendConfirmation();
  return (
    <Button size="sm" variant="primary" loading={resend.isPending} onClick={() => resend.mutate()}>
      Send the link again
    </Button>
  );
}

/**
 * The sample shop by one press where it is offered; otherwise the store that a catalog lacks, or the sandbox by one.
 */
export function GetShop({ found }: { found: Found }) {
  if (found.items)
    return (
      <>
        <GoTo path="/settings/integrations">Connect a store</GoTo>
        {found.sandbox_offered ? <UseSandbox /> : null}
      </>
    );
  return (
    <>
      {found.sample_offered ? <TakeSample /> : null}
      <GoTo path="/settings/integrations" quiet={found.sample_offered}>
        Connect your store
      </GoTo>
      <GoTo path="/catalog/import" quiet>
        Import a file
      </GoTo>
    </>
  );
}

/** Connects the store that this installation provides, which takes over the items of the catalog. */
function UseSandbox() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const connect = useMutation(
    trpc.integrations.connect.mutationOptions({
      onSuccess: ({ integration }) =>
        notify({
          title: `${integration.name} is connected`,
          detail: "Approved prices are written to it. Connect your own store in its place at any time.",
        }),
      onError: notifyFailure("The sandbox store was not connected"),
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  return (
    <Button size="sm" loading={connect.isPending} onClick={() => connect.mutate({ kind: "sandbox" })}>
      Use the sandbox store
    </Button>
  );
}

function TakeSample() {
  // The page is loaded anew after the address is confirmed: a press before it hears any would be lost.
  const hydrated = useHydrated();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const take = useMutation(
    trpc.sampleShop.take.mutationOptions({
      onSuccess: ({ run_id: run }) =>
        notify({
          title: "The sample shop is yours",
          detail: `Its store is a sandbox.${run === null ? "" : " The first run has begun."}`,
        }),
      onError: notifyFailure("The sample shop was not taken"),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.workspace.pathFilter()),
          queryClient.invalidateQueries(trpc.integrations.pathFilter()),
          queryClient.invalidateQueries(trpc.catalog.pathFilter()),
          queryClient.invalidateQueries(trpc.runs.pathFilter()),
        ]),
    }),
  );
  return (
    <Button
      size="sm"
      variant="primary"
      disabled={!hydrated}
      loading={take.isPending}
      onClick={() => take.mutate({})}
    >
      Use the sample shop
    </Button>
  );
}

export function StartFirstRun({ state }: { state: Found["run"] }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const trigger = useMutation(
    trpc.runs.trigger.mutationOptions({
      onError: notifyFailure("The run was not started"),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.workspace.firstSteps.pathFilter()),
          queryClient.invalidateQueries(trpc.runs.pathFilter()),
        ]),
    }),
  );
  const isRunning = state === "queued" || state === "running";
  return (
    <Button
      size="sm"
      variant="primary"
      loading={trigger.isPending || isRunning}
      onClick={() => trigger.mutate({})}
    >
      {isRunning ? "Running" : state === null ? "Start it" : "Start another"}
    </Button>
  );
}

/** Leads to the price changes that wait for approval, or first to those that a person has to accept. */
export function ApprovePrice({ waiting, found }: { waiting: number; found: number }) {
  if (waiting > 0)
    return (
      <GoTo path="/approvals">
        Approve one of <Count value={waiting} />
      </GoTo>
    );
  if (found > 0)
    return (
      <GoTo path="/recommendations">
        See <Count value={found} /> that it found
      </GoTo>
    );
  return <GoTo path="/runs">See the runs</GoTo>;
}
