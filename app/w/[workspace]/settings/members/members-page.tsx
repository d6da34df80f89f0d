"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { Select } from "@/app/_components/ui/select";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { notify } from "@/app/_components/ui/toast";
import { TwoLines } from "@/app/_components/ui/two-lines";
import { OnlyFor } from "@/app/_session/only-for";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { QueryView } from "@/app/_trpc/query-view";
import { isRole } from "@/server/domain/permissions";
import { Invitations } from "./invitations";
import { InviteMember } from "./invite-member";
import { roleOptions } from "./role-text";
import { TransferOwnership } from "./transfer-ownership";

type Member = Outputs["members"]["list"]["data"][number];

/** The members of the workspace and their roles. */
export function MembersPage() {
  return (
    <OnlyFor permission="settings:members">
      <Members />
    </OnlyFor>
  );
}

function Members() {
  const trpc = useTRPC();
  const query = useQuery(trpc.members.list.queryOptions({}));
  const [removing, setRemoving] = useState<Member | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <InviteMember />
      <Invitations />
      <QueryView query={query} what="the members">
        {({ data }) => (
          <Table caption="Members">
            <TableHead className="max-md:hidden">
              <tr>
                <Th>Member</Th>
                <Th>Role</Th>
                <Th wideOnly numeric>
                  Since
                </Th>
                <Th>
                  <span className="sr-only">Actions</span>
                </Th>
              </tr>
            </TableHead>
            <TableBody>
              {data.map((member) => (
                <MemberRow key={member.user_id} member={member} onRemove={() => setRemoving(member)} />
              ))}
            </TableBody>
          </Table>
        )}
      </QueryView>
      <TransferOwnership />
      {removing ? <RemoveMember member={removing} onClose={() => setRemoving(null)} /> : null}
    </div>
  );
}

function MemberRow({ member, onRemove }: { member: Member; onRemove: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { role: own } = useWorkspace();
  const put = useMutation(
    trpc.members.put.mutationOptions({
      onSuccess: ({ role }) => notify({ title: `${member.email} is ${role} now` }),
      onError: notifyFailure("The role was not changed"),
      onSettled: () => queryClient.invalidateQueries(trpc.members.pathFilter()),
    }),
  );
  const locked = member.role === "owner" && own !== "owner";
  return (
    <TableRow stacked>
      <Td className="w-full max-w-0 md:w-auto md:max-w-72">
        <TwoLines
          title={member.name ?? member.email}
          detail={
            <>
              {member.name ? member.email : null}{" "}
              {member.email_confirmed ? null : <Badge tone="warn">address not confirmed</Badge>}
            </>
          }
        />
      </Td>
      <Td className="min-w-32">
        <div className="md:-mx-2">
          <Select
            aria-label={`Role of ${member.email}`}
            className="w-full max-w-44"
            value={member.role}
            disabled={locked || put.isPending}
            onValueChange={(role) => isRole(role) && put.mutate({ user_id: member.user_id, role })}
            options={roleOptions(own)}
          />
        </div>
      </Td>
      <Td wideOnly numeric className="text-ink-soft">
        <Age at={member.since} phrase />
      </Td>
      <Td numeric>
        <Button
          size="sm"
          variant="quiet"
          disabled={locked}
          aria-label={`Remove ${member.email}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </Td>
    </TableRow>
  );
}

function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.members.remove.mutationOptions({
      onSuccess: ({ revoked_tokens: revoked }) =>
        notify({
          title: `${member.email} is removed`,
          detail: revoked.length > 0 ? `${revoked.length} of their keys stopped working.` : undefined,
        }),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.members.pathFilter()),
          queryClient.invalidateQueries(trpc.tokens.pathFilter()),
        ]),
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${member.email}?`}
      description="They lose access at once, and the API keys they issued stop working."
      confirmLabel="Remove the member"
      tone="danger"
      onConfirm={async () => {
        await remove.mutateAsync({ user_id: member.user_id });
      }}
    />
  );
}
