"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { OneTimeLink } from "@/app/_components/ui/one-time-link";
import { Select } from "@/app/_components/ui/select";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { isRole, type Role } from "@/server/domain/permissions";
import { roleOptions } from "./role-text";

/** Invites a person by e-mail, with or without an account. */
export function InviteMember() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { role: own } = useWorkspace();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("analyst");
  const invite = useMutation(
    trpc.members.invite.mutationOptions({
      onSuccess: ({ invitation, link }) => {
        notify({
          title: `${invitation.email} is invited`,
          detail: link === null ? "The link in the mail is valid for 7 days." : "Hand them the link.",
        });
        setEmail("");
      },
      onSettled: () => queryClient.invalidateQueries(trpc.members.pathFilter()),
    }),
  );
  const failure = invite.error ? failureOf(invite.error) : null;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate({ email: email.trim(), role });
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_200px_auto] items-start gap-3 max-md:grid-cols-1">
        <Field
          label="E-mail address"
          hint="They get a link and become a member when they accept."
          error={issueAt(failure, "email")}
        >
          <Input type="email" required value={email} onChange={(event) => setEmail(event.target.value)} />
        </Field>
        <Field label="Role">
          <Select
            value={role}
            onValueChange={(value) => isRole(value) && setRole(value)}
            options={roleOptions(own)}
          />
        </Field>
        <Button type="submit" variant="primary" loading={invite.isPending} className="md:mt-[26px]">
          Invite
        </Button>
      </div>
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
      {invite.data ? (
        <OneTimeLink
          label={`Link for ${invite.data.invitation.email}, valid for 7 days`}
          link={invite.data.link}
        />
      ) : null}
    </form>
  );
}
