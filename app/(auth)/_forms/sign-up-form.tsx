"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { enter } from "./enter";
import { PasswordInput } from "./password-input";
import { useHydrated } from "./use-hydrated";

/** Makes a person with their first workspace and signs them in. */
export function SignUpForm() {
  const hydrated = useHydrated();
  const signUp = useMutation(useTRPC().account.signUp.mutationOptions());
  const [entering, setEntering] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const failure = signUp.error ? failureOf(signUp.error) : null;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = (name: string) => String(form.get(name) ?? "");
    const email = typed("email");
    const password = typed("password");
    setRefused(null);
    const made = await signUp.mutateAsync({ email, password, name: typed("name") }).catch(() => null);
    if (!made) return;
    setEntering(true);
    setRefused(await enter(email, password, `/w/${made.workspace_id}`));
    setEntering(false);
  }

  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
      {refused ? <Banner tone="bad">{refused}</Banner> : null}
      <Field label="Your name" optional error={issueAt(failure, "name")}>
        <Input name="name" autoComplete="name" maxLength={100} autoFocus />
      </Field>
      <Field label="E-mail address" error={issueAt(failure, "email")}>
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
      <Field
        label="Password"
        hint={issueAt(failure, "password") ? undefined : "At least 8 characters."}
        error={issueAt(failure, "password")}
      >
        <PasswordInput name="password" autoComplete="new-password" required />
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
        Make an account
      </Button>
    </form>
  );
}
