"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { notify } from "@/app/_components/ui/toast";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { QueryView } from "@/app/_trpc/query-view";

type State = Outputs["account"]["deletion"]["state"];

/** Schedules the deletion of one's own account, confirmed by the password. It can be cancelled for 30 days. */
export function AccountDeletion() {
  const trpc = useTRPC();
  const query = useQuery(trpc.account.deletion.state.queryOptions());
  return (
    <Section title="Delete the account">
      <QueryView query={query} what="your account's state">
        {(state) => (state.request ? <DeletionStatus state={state} /> : <AskForm state={state} />)}
      </QueryView>
    </Section>
  );
}

function DeletionStatus({ state }: { state: State }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const cancel = useMutation(
    trpc.account.deletion.cancel.mutationOptions({
      onSuccess: () => notify({ title: "Your account stays" }),
      onError: notifyFailure("The deletion continues"),
      onSettled: () => queryClient.invalidateQueries(trpc.account.deletion.pathFilter()),
    }),
  );
  const { request } = state;
  return (
    <div className="flex flex-col gap-3">
      <Banner
        tone={request?.scheduled ? "bad" : "warn"}
        title={request?.scheduled ? "Your account will be deleted" : "Your account cannot be deleted yet."}
        action={
          <Button size="sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Keep it
          </Button>
        }
      >
        {request?.scheduled ? (
          <>
            <Age at={request.effective_at} phrase />, not before. Until then you can go on using it.
          </>
        ) : (
          "The 30 days begin once the workspaces below have another owner, or no other members."
        )}
      </Banner>
      <Blocking state={state} />
    </div>
  );
}

function Blocking({ state }: { state: State }) {
  if (state.blocked_by.length === 0) return null;
  return (
    <div>
      <p className="text-ink-soft">You are the only owner of these, and others work in them:</p>
      <ul className="mt-1 list-disc pl-5">
        {state.blocked_by.map(({ workspace_id: id, name }) => (
          <li key={id}>
            <Link
              href={`/w/${id}/settings/members`}
              className="underline decoration-control underline-offset-4"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function AskForm({ state }: { state: State }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState("");
  const ask = useMutation(
    trpc.account.deletion.request.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.account.deletion.pathFilter()),
    }),
  );
  const failure = ask.error ? failureOf(ask.error) : null;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate({ password: state.has_password ? password : null });
      }}
    >
      <p className="text-pretty text-ink-soft">
        After 30 days your name, e-mail address and sign-in are gone, your memberships end, and keys you
        issued can only read. Your decisions stay, under a number instead of your name. A workspace that only
        you belong to is deleted another 30 days later.
      </p>
      <Blocking state={state} />
      {state.has_password ? (
        <Field label="Your password" error={issueAt(failure, "password")}>
          <Input
            type="password"
            required
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      ) : (
        <p className="text-ink-soft">
          You have no password here: sign in again, then come back within ten minutes.
        </p>
      )}
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
      <div>
        <Button type="submit" variant="danger" loading={ask.isPending}>
          Delete my account
        </Button>
      </div>
    </form>
  );
}
