"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Age } from "@/app/_components/pricing/age";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { OneTimeLink } from "@/app/_components/ui/one-time-link";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { notify } from "@/app/_components/ui/toast";
import { TwoLines } from "@/app/_components/ui/two-lines";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { QueryView } from "@/app/_trpc/query-view";

type Invitation = Outputs["members"]["invitations"]["data"][number];

/** The pending invitations; renders nothing if there are none. */
export function Invitations() {
  const query = useQuery(useTRPC().members.invitations.queryOptions({}));
  return (
    <QueryView query={query} what="the invitations">
      {({ data }) =>
        data.length === 0 ? null : (
          <section aria-labelledby="invitations" className="flex flex-col gap-2">
            <h2 id="invitations" className="font-[600]">
              Invitations
            </h2>
            <Table caption="Invitations">
              <TableHead className="max-md:hidden">
                <tr>
                  <Th>Invited</Th>
                  <Th>Role</Th>
                  <Th wideOnly numeric>
                    Sent
                  </Th>
                  <Th>
                    <span className="sr-only">Actions</span>
                  </Th>
                </tr>
              </TableHead>
              <TableBody>
                {data.map((invitation) => (
                  <InvitationLine key={invitation.id} invitation={invitation} />
                ))}
              </TableBody>
            </Table>
          </section>
        )
      }
    </QueryView>
  );
}

function InvitationLine({ invitation }: { invitation: Invitation }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries(trpc.members.pathFilter());
  const resend = useMutation(
    trpc.members.resendInvitation.mutationOptions({
      onSuccess: ({ link }) =>
        notify({
          title:
            link === null
              ? `The invitation to ${invitation.email} is sent again`
              : `There is a new link for ${invitation.email}`,
        }),
      onError: notifyFailure("The invitation was not sent again"),
      onSettled,
    }),
  );
  const revoke = useMutation(
    trpc.members.revokeInvitation.mutationOptions({
      onSuccess: () => notify({ title: `The invitation to ${invitation.email} is revoked` }),
      onError: notifyFailure("The invitation could not be revoked"),
      onSettled,
    }),
  );
  const { id, email, expired, role } = invitation;
  return (
    <TableRow stacked>
      <Td className="w-full max-w-0 md:w-auto md:max-w-72">
        <TwoLines
          title={email}
          detail={expired ? <Badge tone="warn">expired</Badge> : `by ${invitation.invited_by}`}
        />
        <OneTimeLink label={`New link for ${email}`} link={resend.data?.link ?? null} />
      </Td>
      <Td className="text-ink-soft">{role}</Td>
      <Td wideOnly numeric className="text-ink-soft">
        <Age at={invitation.sent_at} phrase />
      </Td>
      <Td numeric>
        <span className="inline-flex gap-1">
          <Button
            size="sm"
            variant="quiet"
            loading={resend.isPending}
            aria-label={`Send the invitation to ${email} again`}
            onClick={() => resend.mutate({ id })}
          >
            Send again
          </Button>
          <Button
            size="sm"
            variant="quiet"
            loading={revoke.isPending}
            aria-label={`Revoke the invitation to ${email}`}
            onClick={() => revoke.mutate({ id })}
          >
            Revoke
          </Button>
        </span>
      </Td>
    </TableRow>
  );
}
