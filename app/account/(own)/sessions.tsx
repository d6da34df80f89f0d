"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { notify } from "@/app/_components/ui/toast";
import { TwoLines } from "@/app/_components/ui/two-lines";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { QueryView } from "@/app/_trpc/query-view";

type Session = Outputs["account"]["sessions"]["data"][number];

/** The person's active sessions, with buttons that end them. */
export function Sessions() {
  const query = useQuery(useTRPC().account.sessions.queryOptions());
  return (
    <Section title="Where you are signed in">
      <QueryView query={query} what="your sessions">
        {({ data }) => (
          <>
            <ul aria-label="Sessions" className="flex flex-col gap-2">
              {data.map((session) => (
                <SessionLine key={session.id} session={session} />
              ))}
            </ul>
            <EndMany others={data.some(({ current }) => !current)} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

function SessionLine({ session }: { session: Session }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const end = useMutation(
    trpc.account.endSession.mutationOptions({
      onSuccess: () => notify({ title: "That browser is signed out" }),
      onError: notifyFailure("It is still signed in"),
      onSettled: () => queryClient.invalidateQueries(trpc.account.sessions.pathFilter()),
    }),
  );
  const where = session.agent ?? "Unknown browser";
  return (
    <li className="flex items-center justify-between gap-3 rounded-xl border border-line px-3.5 py-2.5">
      <TwoLines
        title={where}
        detail={
          <>
            {session.network ?? "unknown network"} · seen <Age at={session.seen_at} phrase />
          </>
        }
      />
      {session.current ? (
        <Badge tone="accent">this one</Badge>
      ) : (
        <Button
          size="sm"
          variant="quiet"
          loading={end.isPending}
          aria-label={`Sign out ${where}`}
          onClick={() => end.mutate({ id: session.id })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function EndMany({ others }: { others: boolean }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const endOthers = useMutation(
    trpc.account.endOtherSessions.mutationOptions({
      onSuccess: () => notify({ title: "Every other browser is signed out" }),
      onError: notifyFailure("They are still signed in"),
      onSettled: () => queryClient.invalidateQueries(trpc.account.sessions.pathFilter()),
    }),
  );
  const everywhere = useMutation(trpc.account.signOutEverywhere.mutationOptions());
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="sm" disabled={!others} loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
        Sign out all others
      </Button>
      <Button size="sm" onClick={() => setConfirming(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Sign out everywhere?"
        description="Every browser and app of yours is signed out, this one included. API keys keep working."
        confirmLabel="Sign out everywhere"
        tone="danger"
        onConfirm={async () => {
          await everywhere.mutateAsync();
          window.location.assign("/sign-in");
        }}
      />
    </div>
  );
}
