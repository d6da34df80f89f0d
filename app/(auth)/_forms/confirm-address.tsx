"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Skeleton } from "@/app/_components/ui/skeleton";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { NewPasswordField } from "./password-input";
import { useStepThenEnter } from "./use-step-then-enter";

/**
 * Confirms the address when the page's script runs, so that a mail scanner that only fetches the link confirms
 * nothing. Who is signed in with the address goes on to the workspace, whose first step is ticked then.
 */
export function ConfirmAddress({ code, signedInAs }: { code: string; signedInAs: string | null }) {
  const confirm = useMutation(
    useTRPC().account.confirm.mutationOptions({
      onSuccess: ({ email }) => {
        if (email === signedInAs) window.location.assign("/");
      },
    }),
  );
  const { mutate } = confirm;
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate({ code });
  }, [mutate, code]);
  if (confirm.isSuccess && confirm.data.email !== signedInAs)
    return (
      <>
        <Banner tone="good">Your e-mail address is confirmed.</Banner>
        <Button asChild variant="primary" size="lg" wide className="mt-5">
          <a href="/">Go to your workspace</a>
        </Button>
      </>
    );
  const failure = confirm.error ? failureOf(confirm.error) : null;
  if (failure && issueAt(failure, "password") !== undefined) return <ChoosePassword code={code} />;
  if (failure) return <Refused message={failure.message} />;
  return (
    <div role="status">
      <span className="sr-only">Confirming</span>
      <Skeleton className="h-10 rounded-xl" />
    </div>
  );
}

/** Sets the password by the mailed link, because another person may have typed the address at sign-up. */
function ChoosePassword({ code }: { code: string }) {
  const confirm = useMutation(useTRPC().account.confirm.mutationOptions());
  const { submit, refused, isPending } = useStepThenEnter(
    ({ password }) => confirm.mutateAsync({ code, password }),
    () => "/",
  );
  const failure = confirm.error ? failureOf(confirm.error) : null;
  const atPassword = issueAt(failure, "password");
  const errorMessage = refused ?? (failure && !atPassword ? failure.message : null);
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {errorMessage ? <Banner tone="bad">{errorMessage}</Banner> : null}
      <NewPasswordField
        label="Choose a password"
        hint="At least 8 characters. Any earlier way to sign in with this address stops working."
        error={atPassword}
        autoFocus
      />
      <Button type="submit" variant="primary" size="lg" wide loading={isPending}>
        Confirm the address and sign in
      </Button>
    </form>
  );
}

function Refused({ message }: { message: string }) {
  return (
    <>
      <Banner tone="bad">{message}</Banner>
      <p className="mt-4 text-ink-soft">
        Sign in and choose “Send another link” at the top of any page, or sign up again; a link is valid for
        48 hours.
      </p>
      <Button asChild size="lg" wide className="mt-5">
        <a href="/">Sign in</a>
      </Button>
    </>
  );
}
