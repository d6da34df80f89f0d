"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { useHydrated } from "@/app/_components/use-hydrated";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { browserTimeZone } from "./browser-time-zone";
import { NewPasswordField } from "./password-input";
import { signInWithoutRedirect } from "./sign-in";

/**
 * Creates an account. With a mail server, the mailed link sets the password. Without one, the person is signed in at
 * once and sees the link that confirms their address.
 */
export function SignUpForm({ mails }: { mails: boolean }) {
  const hydrated = useHydrated();
  const signUp = useMutation(useTRPC().account.signUp.mutationOptions());
  const [entering, setEntering] = useState(false);
  const [entered, setEntered] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const failure = signUp.error ? failureOf(signUp.error) : null;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = (name: string) => String(form.get(name) ?? "");
    const [email, password] = [typed("email"), typed("password")];
    setRefused(null);
    const place = { time_zone: browserTimeZone() };
    const person = { email, name: typed("name"), ...place, ...(mails ? {} : { password }) };
    const made = await signUp.mutateAsync(person).catch(() => null);
    if (!made?.workspace_id) return;
    setEntering(true);
    // The link is opened signed in, so that the account keeps the password that was just typed.
    const failed = await signInWithoutRedirect(email, password);
    setEntering(false);
    setRefused(failed);
    setEntered(failed === null);
  }

  if (entered && signUp.data)
    return <OwnLink link={signUp.data.confirm_link} workspaceId={signUp.data.workspace_id} />;
  if (signUp.data && mails)
    return (
      <Banner tone="good">
        A mail is on its way to {signUp.variables.email}. Open the link in it within 48 hours; look in the
        spam folder too.
      </Banner>
    );
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
      {refused ? <Banner tone="bad">{refused}</Banner> : null}
      <Field
        label="E-mail address"
        hint={mails ? "We mail you a link; you choose a password there." : undefined}
        error={issueAt(failure, "email")}
      >
        <Input name="email" type="email" autoComplete="username" required autoFocus />
      </Field>
      {mails ? null : <NewPasswordField label="Password" error={issueAt(failure, "password")} />}
      <Field label="Your name" optional error={issueAt(failure, "name")}>
        <Input name="name" autoComplete="name" maxLength={100} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        disabled={!hydrated}
        loading={signUp.isPending || entering}
        className="mt-1"
      >
        Create an account
      </Button>
    </form>
  );
}

/** Shows the new person's confirmation link once, because no mail carries it. */
function OwnLink({ link, workspaceId }: { link: string | null; workspaceId: string | null }) {
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="good">
        Your account is ready. No mails are sent here, so this is your link to confirm the address; it is
        shown only once.
      </Banner>
      {link === null ? null : (
        <Button asChild variant="primary" size="lg" wide>
          <a href={link}>Confirm your e-mail address</a>
        </Button>
      )}
      <Button asChild size="lg" wide>
        <a href={`/w/${workspaceId ?? ""}`}>Go to your workspace first</a>
      </Button>
    </div>
  );
}
