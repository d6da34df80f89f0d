"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Textarea } from "@/app/_components/ui/textarea";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";

/** Requests access from a workspace's owners, with a reason that is shown to them. */
export function AskForm() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [workspace, setWorkspace] = useState("");
  const [reason, setReason] = useState("");
  const ask = useMutation(
    trpc.staff.ask.mutationOptions({
      onSuccess: () => {
        notify({ title: "The owners are asked", detail: "One of them gives you a code." });
        setWorkspace("");
        setReason("");
      },
      onSettled: () => queryClient.invalidateQueries(trpc.staff.pathFilter()),
    }),
  );
  const failure = ask.error ? failureOf(ask.error) : null;
  return (
    <Section title="Ask to look at a workspace">
      <form
        className="flex max-w-xl flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate({ workspace_id: workspace.trim(), reason });
        }}
      >
        <Field label="Workspace" hint="Its id, such as ws_01…" error={issueAt(failure, "workspace_id")}>
          <Input
            required
            autoComplete="off"
            value={workspace}
            onChange={(event) => setWorkspace(event.target.value)}
          />
        </Field>
        <Field
          label="Reason"
          hint="The owners read this; say what you want to find out."
          error={issueAt(failure, "reason")}
        >
          <Textarea
            required
            minLength={10}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
        <div>
          <Button type="submit" variant="primary" loading={ask.isPending}>
            Ask the owners
          </Button>
        </div>
      </form>
    </Section>
  );
}
