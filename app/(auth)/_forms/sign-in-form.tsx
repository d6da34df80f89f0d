"use client";

import { type FormEvent, useState } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { useHydrated } from "@/app/_components/use-hydrated";
import { PasswordInput } from "./password-input";
import { enter } from "./sign-in";

/** E-mail address and password. After a failed sign-in the fields keep their text. */
export function SignInForm({ next }: { next: string }) {
  const hydrated = useHydrated();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    setPending(true);
    setFailure(null);
    setFailure(await enter(String(typed.get("email")), String(typed.get("password")), next));
    setPending(false);
  }

  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {failure ? <Banner tone="bad">{failure}</Banner> : null}
      <Field label="E-mail address">
        <Input name="email" type="email" autoComplete="username" required autoFocus />
      </Field>
      <Field label="Password">
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        disabled={!hydrated}
        loading={pending}
        className="mt-1"
      >
        Sign in
      </Button>
    </form>
  );
}
