"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { SUPPORT_LABELS } from "@/app/_components/support/support-text";
import { Badge } from "@/app/_components/ui/badge";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { CopyField } from "@/app/_components/ui/copy-field";
import { notify } from "@/app/_components/ui/toast";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { SupportViews } from "./support-views";

type Request = Outputs["support"]["list"]["data"][number];

const isUndecided = ({ state }: Request): boolean => state === "waiting" || state === "code_given";

/** One request: its reason, the owner's actions, and what was read. */
export function SupportRequestCard({ request }: { request: Request }) {
  const { label, tone } = SUPPORT_LABELS[request.state];
  return (
    <li className="flex flex-col gap-3 rounded-xl border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <strong className="min-w-0 truncate font-[600]">
          {request.staff_email ?? "somebody who has left"}
        </strong>
        <Badge tone={tone}>{label}</Badge>
        <span className="text-xs text-ink-dim">
          asked <Age at={request.created_at} phrase />
        </span>
      </div>
      <p className="text-pretty break-words">{request.reason}</p>
      <Course request={request} />
      {isUndecided(request) || request.state === "active" ? <OwnerActions request={request} /> : null}
      {request.started_at ? <SupportViews views={request.views} /> : null}
    </li>
  );
}

function Course({ request }: { request: Request }) {
  const { started_at: started, ended_at: ended, expires_at: expires } = request;
  if (!started) return null;
  return (
    <p className="text-xs text-ink-soft">
      Let in by {request.consented_by ?? "an owner"}, began <Age at={started} phrase />
      {request.state === "active" ? (
        <>
          , ends <Age at={expires} phrase /> at the latest.
        </>
      ) : (
        <>
          , over <Age at={ended ?? expires} phrase />.
        </>
      )}
    </p>
  );
}

function OwnerActions({ request }: { request: Request }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [code, setCode] = useState<string | null>(null);
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.support.pathFilter()),
      queryClient.invalidateQueries(trpc.workspace.summary.queryFilter()),
    ]);
  const consent = useMutation(
    trpc.support.consent.mutationOptions({
      onSuccess: (response) => setCode(response.code),
      onError: notifyFailure("No code was created"),
      onSettled: refresh,
    }),
  );
  const end = useMutation(
    trpc.support.end.mutationOptions({
      onSuccess: () => notify({ title: request.state === "active" ? "The session is over" : "Declined" }),
      onError: notifyFailure("It goes on"),
      onSettled: refresh,
    }),
  );
  return (
    <div className="flex flex-col gap-3">
      {code !== null && isUndecided(request) ? (
        <Banner title="Give them this code, once.">
          It is valid for ten minutes, for this request alone, and is not shown again.
          <CopyField label="One-time code" value={code} />
        </Banner>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {isUndecided(request) ? (
          <Button
            variant="primary"
            loading={consent.isPending}
            onClick={() => consent.mutate({ id: request.id })}
          >
            {request.state === "code_given" ? "Create another code" : "Let them look"}
          </Button>
        ) : null}
        <Button
          variant={request.state === "active" ? "danger" : "secondary"}
          loading={end.isPending}
          onClick={() => end.mutate({ id: request.id })}
        >
          {request.state === "active" ? "End the session" : "Decline"}
        </Button>
      </div>
    </div>
  );
}
