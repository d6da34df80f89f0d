"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { OneTimeLink } from "@/app/_components/ui/one-time-link";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { PasswordInput } from "@/app/(auth)/_forms/password-input";
import type { Profile } from "./profile";

/** The e-mail address of the account, whether it is confirmed, and a form to change it. */
export function EmailAddress({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false);
  return (
    <Section title="E-mail address">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 truncate">{profile.email}</span>
        {profile.email_confirmed ? <Badge tone="accent">confirmed</Badge> : <Unconfirmed />}
        {changing ? null : (
          <Button size="sm" className="ml-auto" onClick={() => setChanging(true)}>
            Change the address
          </Button>
        )}
      </div>
      {changing ? <ChangeForm profile={profile} onClose={() => setChanging(false)} /> : null}
    </Section>
  );
}

function Unconfirmed() {
  const resend = useMutation(
    useTRPC().account.resendConfirmation.mutationOptions({
      onSuccess: ({ link }) =>
        link === null ? notify({ title: "Another link is on its way" }) : window.location.assign(link),
      onError: notifyFailure("No link was sent"),
    }),
  );
  return (
    <>
      <Badge tone="warn">not confirmed</Badge>
      <Button size="sm" variant="link" loading={resend.isPending} onClick={() => resend.mutate()}>
        Send the link again
      </Button>
    </>
  );
}

function ChangeForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const change = useMutation(useTRPC().account.changeEmail.mutationOptions());
  const failure = change.error ? failureOf(change.error) : null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = form.get("password");
    change.mutate({
      email: String(form.get("email")),
      ...(password === null ? {} : { password: String(password) }),
    });
  }

  if (change.data?.link)
    return (
      <>
        <OneTimeLink label="Open this link to change to the new address" link={change.data.link} />
        <Button asChild size="sm" className="mt-2">
          <a href={change.data.link}>Open it now</a>
        </Button>
      </>
    );
  if (change.data)
    return (
      <Banner tone="good" className="mt-3">
        {change.data.sent
          ? "Open the link we mailed to the new address within 48 hours, in this browser. Until then nothing changes."
          : "This is your address already."}
      </Banner>
    );
  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-4" noValidate>
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
      <Field label="New e-mail address" error={issueAt(failure, "email")}>
        <Input name="email" type="email" autoComplete="email" required autoFocus />
      </Field>
      {profile.has_password ? (
        <Field label="Your password" error={issueAt(failure, "password")}>
          <PasswordInput name="password" autoComplete="current-password" required />
        </Field>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={change.isPending}>
          Mail a link to it
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
