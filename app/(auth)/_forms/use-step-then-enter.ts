"use client";

import { type FormEvent, useState } from "react";
import { enter } from "./sign-in";

/**
 * The submission of a form that takes a step once, such as setting a password, and then signs in with it. Where the
 * step worked and the sign-in was refused, another submission signs in alone.
 * @param take takes the step with the form's fields; null if it was refused, which the caller shows
 * @param next the path to open then
 */
export function useStepThenEnter<Taken extends { readonly email: string }>(
  take: (fields: { readonly password: string; readonly form: FormData }) => Promise<Taken | null>,
  next: (taken: Taken) => string,
) {
  const [taken, setTaken] = useState<Taken | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  async function takeAndEnter(form: FormData): Promise<void> {
    const password = String(form.get("password") ?? "");
    setPending(true);
    setRefused(null);
    const done = taken ?? (await take({ password, form }).catch(() => null));
    if (done) {
      setTaken(done);
      setRefused(await enter(done.email, password, next(done)));
    }
    setPending(false);
  }

  return {
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void takeAndEnter(new FormData(event.currentTarget));
    },
    /** Why the sign-in was refused; null if it was not. */
    refused,
    isPending,
  };
}
