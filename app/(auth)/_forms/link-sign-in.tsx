"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { signIn } from "@/app/_session/sign-in-client";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { QueryView } from "@/app/_trpc/query-view";
import { PasswordInput } from "./password-input";
import { useStepThenEnter } from "./use-step-then-enter";

type PendingLink = NonNullable<Outputs["account"]["waitingLink"]>;

/** Lets a person who came from the identity provider prove which account of this installation is theirs. */
export function LinkSignIn({ code }: { code: string | null }) {
  const query = useQuery(useTRPC().account.waitingLink.queryOptions());
  return (
    <QueryView query={query} what="the sign-in">
      {(waiting) => {
        if (waiting === null) return <LinkExpired />;
        if (code !== null) return <ByMail waiting={waiting} code={code} />;
        if (waiting.signed_in_as !== null)
          return <LinkSignedIn waiting={waiting} account={waiting.signed_in_as} />;
        return waiting.email_verified ? (
          <ProofChoice waiting={waiting} />
        ) : (
          <UnverifiedAddress waiting={waiting} />
        );
      }}
    </QueryView>
  );
}

function LinkExpired() {
  return (
    <>
      <Banner tone="warn">
        There is nothing to link in this browser: a quarter of an hour has passed, or you started in another
        one.
      </Banner>
      <Button asChild size="lg" wide className="mt-5">
        <a href="/sign-in">Back to sign-in</a>
      </Button>
    </>
  );
}

/** Links the sign-in to the account that is signed in, after a confirmation. */
function LinkSignedIn({ waiting, account }: { waiting: PendingLink; account: string }) {
  const link = useMutation(
    useTRPC().account.linkHere.mutationOptions({ onSuccess: () => window.location.assign("/account") }),
  );
  return (
    <div className="flex flex-col gap-4">
      {link.error ? <Banner tone="bad">{failureOf(link.error).message}</Banner> : null}
      <p className="text-ink-soft">
        Your account is <strong className="text-ink">{account}</strong>. You can now also sign in to it with{" "}
        {waiting.provider}
        {waiting.email ? ` as ${waiting.email}` : ""}.
      </p>
      <Button
        variant="primary"
        size="lg"
        wide
        loading={link.isPending || link.isSuccess}
        onClick={() => link.mutate()}
      >
        Link {waiting.provider} to this account
      </Button>
      <Button asChild size="lg" wide>
        <a href="/account">Do not link</a>
      </Button>
    </div>
  );
}

/** Asks the owner of an existing account for its password, or mails a link to its address. */
function ProofChoice({ waiting }: { waiting: PendingLink }) {
  const trpc = useTRPC();
  const link = useMutation(trpc.account.linkByPassword.mutationOptions());
  const mail = useMutation(trpc.account.mailLinkProof.mutationOptions());
  const { submit, refused, isPending } = useStepThenEnter(
    ({ password }) => link.mutateAsync({ password }),
    () => "/",
  );
  const failure = link.error ? failureOf(link.error) : null;
  const errorMessage = refused ?? (failure && failure.issues.length === 0 ? failure.message : null);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">
        There is an account for <strong className="text-ink">{waiting.email}</strong> already. Confirm once
        that it is yours; then you can sign in to it with {waiting.provider}.
      </p>
      <form method="post" onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {errorMessage ? <Banner tone="bad">{errorMessage}</Banner> : null}
        <Field label="Password of your account" error={issueAt(failure, "password")}>
          <PasswordInput name="password" autoComplete="current-password" required autoFocus />
        </Field>
        <Button type="submit" variant="primary" size="lg" wide loading={isPending}>
          Link and sign in
        </Button>
      </form>
      {mail.isSuccess ? (
        <Banner tone="good">A link is on its way to {waiting.email}. Open it in this browser.</Banner>
      ) : !waiting.mails ? null : (
        <Button size="lg" wide loading={mail.isPending} onClick={() => mail.mutate()}>
          Mail me a link instead
        </Button>
      )}
      {mail.error ? <Banner tone="bad">{failureOf(mail.error).message}</Banner> : null}
    </div>
  );
}

/** Shown when the provider has not verified the address: only a signed-in person can link it. */
function UnverifiedAddress({ waiting }: { waiting: PendingLink }) {
  return (
    <>
      <Banner tone="warn">
        There is an account for {waiting.email} already, and {waiting.provider} has not verified that this
        address is yours.
      </Banner>
      <p className="mt-4 text-ink-soft">Sign in to your account as usual; then you can link the two.</p>
      <Button asChild variant="primary" size="lg" wide className="mt-5">
        <a href="/sign-in?next=/link">Sign in to your account</a>
      </Button>
    </>
  );
}

/** Shown when the mailed link was opened: a button confirms the linking. */
function ByMail({ waiting, code }: { waiting: PendingLink; code: string }) {
  const link = useMutation(
    useTRPC().account.linkByCode.mutationOptions({
      onSuccess: () => void signIn("issuer", { callbackUrl: "/" }),
    }),
  );
  return (
    <div className="flex flex-col gap-4">
      {link.error ? <Banner tone="bad">{failureOf(link.error).message}</Banner> : null}
      <p className="text-ink-soft">
        You signed in with {waiting.provider}. Link it to the account of{" "}
        <strong className="text-ink">{waiting.email}</strong>?
      </p>
      <Button
        variant="primary"
        size="lg"
        wide
        loading={link.isPending || link.isSuccess}
        onClick={() => link.mutate({ code })}
      >
        Link and sign in
      </Button>
    </div>
  );
}
