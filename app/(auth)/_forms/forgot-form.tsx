"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { useHydrated } from "@/app/_components/use-hydrated";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";

/** Requests the mail that sets a new password. The answer is the same whether or not the address has an account. */
export function ForgotForm() {
  const hydrated = useHydrated();
  const ask = useMutation(useTRPC().account.requestReset.mutationOptions());

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    ask.mutate({ email: String(new FormData(event.currentTarget).get("email")) });
  }

  if (ask.isSuccess)
    return (
      <Banner tone="good">
        If {ask.variables.email} has an account here, a link is on its way. Look in the spam folder too.
      </Banner>
    );
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      {ask.error ? <Banner tone="bad">{failureOf(ask.error).message}</Banner> : null}
      <Field label="E-mail address">
        <Input name="email" type="email" autoComplete="username" required autoFocus maxLength={254} />
      </Field>
      <Button type="submit" variant="primary" size="lg" wide disabled={!hydrated} loading={ask.isPending}>
        Mail me a link
      </Button>
    </form>
  );
}
