"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Skeleton } from "@/app/_components/ui/skeleton";
import { signOut } from "@/app/_session/sign-in-client";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { NewPasswordField } from "./password-input";
import { OrProvider } from "./provider-button";
import { useStepThenEnter } from "./use-step-then-enter";

type InvitationDetails = Outputs["account"]["invitation"];

/** Shows the invitation and the one way to accept it that fits the reader: signed in, with an account, or new. */
export function Invitation(props: { code: string; signedInAs: string | null; provider: string | null }) {
  const { code, signedInAs } = props;
  const query = useQuery(useTRPC().account.invitation.queryOptions({ code }));
  // A later reading that fails leaves the form, and what was typed, where it is.
  if (!query.data)
    return query.error ? (
      <Banner tone="bad">{failureOf(query.error).message}</Banner>
    ) : (
      <Skeleton className="h-24 rounded-xl" />
    );
  const invitation = query.data;
  const invitationPath = `/invite?code=${encodeURIComponent(code)}`;
  return (
    <div className="flex flex-col gap-5">
      <p className="text-ink-soft">
        <strong className="text-ink">{invitation.inviter}</strong> invites{" "}
        <strong className="text-ink">{invitation.email}</strong> to the workspace{" "}
        <strong className="text-ink">{invitation.workspace}</strong>, as {invitation.role}.
      </p>
      {signedInAs === invitation.email ? <Join code={code} invitation={invitation} /> : null}
      {signedInAs !== null && signedInAs !== invitation.email ? (
        <OtherAccount invitation={invitation} signedInAs={signedInAs} invitationPath={invitationPath} />
      ) : null}
      {signedInAs === null && invitation.has_account ? (
        <SignInToJoin invitationPath={invitationPath} provider={props.provider} />
      ) : null}
      {signedInAs === null && !invitation.has_account ? (
        <div>
          <NewPerson code={code} />
          <OrProvider name={props.provider} next={invitationPath} />
        </div>
      ) : null}
    </div>
  );
}

function Join({ code, invitation }: { code: string; invitation: InvitationDetails }) {
  const join = useMutation(
    useTRPC().account.joinInvitation.mutationOptions({
      onSuccess: ({ workspace_id: id }) => window.location.assign(`/w/${id}`),
    }),
  );
  return (
    <>
      {join.error ? <Banner tone="bad">{failureOf(join.error).message}</Banner> : null}
      <Button
        variant="primary"
        size="lg"
        wide
        loading={join.isPending || join.isSuccess}
        onClick={() => join.mutate({ code })}
      >
        Join {invitation.workspace}
      </Button>
    </>
  );
}

function OtherAccount({
  invitation,
  signedInAs,
  invitationPath,
}: {
  invitation: InvitationDetails;
  signedInAs: string;
  invitationPath: string;
}) {
  return (
    <>
      <Banner tone="warn">
        You are signed in as {signedInAs}. The invitation is for {invitation.email}.
      </Banner>
      <Button size="lg" wide onClick={() => void signOut({ callbackUrl: invitationPath })}>
        Sign out and continue as {invitation.email}
      </Button>
    </>
  );
}

function SignInToJoin({ invitationPath, provider }: { invitationPath: string; provider: string | null }) {
  return (
    <div>
      <Button asChild variant="primary" size="lg" wide>
        <a href={`/sign-in?next=${encodeURIComponent(invitationPath)}`}>Sign in to join</a>
      </Button>
      <OrProvider name={provider} next={invitationPath} />
    </div>
  );
}

/** Creates the account and joins the workspace in one step; the mailed link has verified the address. */
function NewPerson({ code }: { code: string }) {
  const accept = useMutation(useTRPC().account.acceptInvitation.mutationOptions());
  const { submit, refused, isPending } = useStepThenEnter(
    ({ password, form }) => accept.mutateAsync({ code, password, name: String(form.get("name") ?? "") }),
    (accepted) => `/w/${accepted.workspace_id}`,
  );
  const failure = accept.error ? failureOf(accept.error) : null;
  const atField = issueAt(failure, "password") ?? issueAt(failure, "name");
  const errorMessage = refused ?? (failure && !atField ? failure.message : null);
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {errorMessage ? <Banner tone="bad">{errorMessage}</Banner> : null}
      <Field label="Your name" optional error={issueAt(failure, "name")}>
        <Input name="name" autoComplete="name" maxLength={100} autoFocus />
      </Field>
      <NewPasswordField label="Password" error={issueAt(failure, "password")} />
      <Button type="submit" variant="primary" size="lg" wide loading={isPending}>
        Create an account and join
      </Button>
    </form>
  );
}
