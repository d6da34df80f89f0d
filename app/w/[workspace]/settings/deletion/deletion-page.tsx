"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { notify } from "@/app/_components/ui/toast";
import { OnlyFor } from "@/app/_session/only-for";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { QueryView } from "@/app/_trpc/query-view";

type Life = Outputs["workspace"]["life"];

/** Schedules the deletion of a workspace, confirmed by its name. It can be cancelled for 30 days. */
export function DeletionPage() {
  return (
    <OnlyFor permission="settings:workspace">
      <Deletion />
    </OnlyFor>
  );
}

function Deletion() {
  const trpc = useTRPC();
  const query = useQuery(trpc.workspace.life.queryOptions({}));
  return (
    <QueryView query={query} what="the workspace's state">
      {(life) => (
        <Section title="Delete the workspace">
          {life.state === "deleting" ? <Deleting life={life} /> : <AskForm life={life} />}
        </Section>
      )}
    </QueryView>
  );
}

function useRefresh() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    await queryClient.invalidateQueries(trpc.workspace.pathFilter());
    router.refresh();
  };
}

function Deleting({ life }: { life: Life }) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const cancel = useMutation(
    trpc.workspace.cancelDeletion.mutationOptions({
      onSuccess: () => notify({ title: "The workspace stays" }),
      onError: notifyFailure("The deletion continues"),
      onSettled: refresh,
    }),
  );
  return (
    <Banner
      tone="bad"
      title="This workspace is being deleted."
      action={
        life.may_cancel ? (
          <Button size="sm" loading={cancel.isPending} onClick={() => cancel.mutate({})}>
            Keep it
          </Button>
        ) : undefined
      }
    >
      {life.deleted_at ? (
        <>
          It is gone with everything in it <Age at={life.deleted_at} phrase />, not before.
        </>
      ) : null}{" "}
      Until then everything can be read and nothing changed.
      {life.may_cancel ? null : " The operator began this; ask them to keep it."}
    </Banner>
  );
}

function AskForm({ life }: { life: Life }) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const [name, setName] = useState("");
  const ask = useMutation(trpc.workspace.requestDeletion.mutationOptions({ onSettled: refresh }));
  const failure = ask.error ? failureOf(ask.error) : null;
  return (
    <form
      className="flex max-w-xl flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate({ name });
      }}
    >
      <p className="text-pretty text-ink-soft">
        From now on nothing can be changed in “{life.name}”. After 30 days its catalog, market, runs,
        decisions, keys and members are deleted, its store is disconnected, and prices that were approved and
        not sent are dropped. Until then an owner can cancel it.
      </p>
      <Field
        label="The workspace's name"
        hint={`Type “${life.name}”, so that nobody deletes another one by mistake.`}
        error={issueAt(failure, "name")}
      >
        <Input required autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
      <div>
        <Button type="submit" variant="danger" disabled={name.trim() !== life.name} loading={ask.isPending}>
          Delete the workspace
        </Button>
      </div>
    </form>
  );
}
