"use client";

import { useMutation } from "@tanstack/react-query";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { useHydrated } from "@/app/_components/use-hydrated";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { NewPasswordField } from "./password-input";
import { useStepThenEnter } from "./use-step-then-enter";

/** Sets a new password with the code of a mail and signs in with it. */
export function ResetForm({ code }: { code: string }) {
  const hydrated = useHydrated();
  const reset = useMutation(useTRPC().account.resetPassword.mutationOptions());
  const { submit, refused, isPending } = useStepThenEnter(
    ({ password }) => reset.mutateAsync({ code, password }),
    () => "/",
  );
  const failure = reset.error ? failureOf(reset.error) : null;
  const stale = failure !== null && issueAt(failure, "password") === undefined;
  if (stale)
    return (
      <>
        <Banner tone="bad">{failure.message}</Banner>
        <Button asChild size="lg" wide className="mt-5">
          <a href="/forgot">Request another link</a>
        </Button>
      </>
    );
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {refused ? <Banner tone="bad">{refused}</Banner> : null}
      <NewPasswordField label="New password" error={issueAt(failure, "password")} autoFocus />
      <Button type="submit" variant="primary" size="lg" wide disabled={!hydrated} loading={isPending}>
        Set the password
      </Button>
    </form>
  );
}
