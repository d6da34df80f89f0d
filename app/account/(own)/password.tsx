"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { NewPasswordField, PasswordInput } from "@/app/(auth)/_forms/password-input";
import type { Profile } from "./profile";

/** Changes the password with the current one; a person without a password sets one through a mailed link. */
export function Password({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false);
  return (
    <Section title="Password">
      {profile.has_password ? (
        changing ? (
          <ChangeForm onClose={() => setChanging(false)} />
        ) : (
          <Button size="sm" onClick={() => setChanging(true)}>
            Change the password
          </Button>
        )
      ) : (
        <SetByMail email={profile.email} />
      )}
    </Section>
  );
}

function ChangeForm({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(
    trpc.account.changePassword.mutationOptions({
      onSuccess: ({ ended }) => {
        const detail = ended === 0 ? undefined : "Other browsers are signed out.";
        notify({ title: "Your password is changed", detail });
        onClose();
      },
      onSettled: () => queryClient.invalidateQueries(trpc.account.sessions.pathFilter()),
    }),
  );
  const failure = change.error ? failureOf(change.error) : null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change.mutate({ old: String(form.get("old")), password: String(form.get("password")) });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
      <Field label="Current password" error={issueAt(failure, "old")}>
        <PasswordInput name="old" autoComplete="current-password" required autoFocus />
      </Field>
      <NewPasswordField
        label="New password"
        hint="At least 8 characters. Other browsers are signed out."
        error={issueAt(failure, "password")}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={change.isPending}>
          Change the password
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

function SetByMail({ email }: { email: string }) {
  const ask = useMutation(useTRPC().account.requestReset.mutationOptions());
  if (ask.isSuccess)
    return <Banner tone="good">A link is on its way to {email}. It is valid for an hour.</Banner>;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-soft">
        You have no password yet. Set one to sign in without the sign-in service.
      </p>
      {ask.error ? <Banner tone="bad">{failureOf(ask.error).message}</Banner> : null}
      <Button size="sm" loading={ask.isPending} onClick={() => ask.mutate({ email })}>
        Mail me a link to set one
      </Button>
    </div>
  );
}
