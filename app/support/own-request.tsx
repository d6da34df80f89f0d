"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { SUPPORT_LABELS } from "@/app/_components/support/support-text";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { notifyFailure } from "@/app/_trpc/notify-failure";

type Request = Outputs["staff"]["requests"]["data"][number];

/** One of the staff member's own requests: open it with the owner's code, continue, or end it. */
export function OwnRequest({ request }: { request: Request }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { staffText, tone } = SUPPORT_LABELS[request.state];
  const waits = request.state === "waiting" || request.state === "code_given";
  const active = request.state === "active";
  const end = useMutation(
    trpc.staff.end.mutationOptions({
      onError: notifyFailure("It goes on"),
      onSettled: () => queryClient.invalidateQueries(trpc.staff.pathFilter()),
    }),
  );
  return (
    <li className="flex flex-col gap-3 rounded-xl border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <strong className="min-w-0 truncate font-[600]">{request.workspace_name}</strong>
        <Badge tone={tone}>{staffText}</Badge>
        <span className="text-xs text-ink-dim">
          {active ? (
            <>
              ends <Age at={request.expires_at} phrase />
            </>
          ) : (
            <>
              asked <Age at={request.created_at} phrase />
            </>
          )}
        </span>
      </div>
      <p className="text-pretty break-words text-ink-soft">{request.reason}</p>
      {waits ? <CodeForm id={request.id} /> : null}
      {waits || active ? (
        <div className="flex flex-wrap gap-2">
          {active ? (
            <Button variant="primary" asChild>
              <Link href={`/w/${request.workspace_id}`}>Look at it</Link>
            </Button>
          ) : null}
          <Button loading={end.isPending} onClick={() => end.mutate({ request_id: request.id })}>
            {active ? "End the session" : "Cancel the request"}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function CodeForm({ id }: { id: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [code, setCode] = useState("");
  const open = useMutation(
    trpc.staff.open.mutationOptions({
      onSuccess: ({ workspace_id: workspace }) => router.push(`/w/${workspace}`),
    }),
  );
  return (
    <form
      className="flex items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        open.mutate({ request_id: id, code });
      }}
    >
      <Field
        label="The owner's code"
        className="w-44"
        error={open.error ? failureOf(open.error).message : undefined}
      >
        <Input
          required
          autoComplete="off"
          placeholder="XXXX-XXXX"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" className="mt-[26px]" loading={open.isPending}>
        Open
      </Button>
    </form>
  );
}
