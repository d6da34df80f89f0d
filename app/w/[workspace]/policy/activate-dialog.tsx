"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Dialog, DialogContent } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { notify } from "@/app/_components/ui/toast";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { type Failure, failureOf } from "@/app/_trpc/failure";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { diffPolicies } from "@/server/domain/pricing/policy-diff";
import { Differences } from "./differences";
import { type Draft, draftPathLabel } from "./draft";
import { EffectSummary } from "./effect-view";
import { LaneCounts } from "./lane-counts";
import { TrialState } from "./trial-panel";
import type { TriedDraft } from "./use-trial";

interface ActivateProps {
  readonly policy: Outputs["policy"]["get"];
  /** The version the draft is based on. */
  readonly basedOn: number;
  readonly draft: Draft;
  readonly text: string;
  readonly preview: TriedDraft;
}

/** Shows a draft's changes and their effect, and then activates it as the policy. */
export function ActivateDialog(
  props: ActivateProps & {
    open: boolean;
    onOpenChange: (open: boolean) => void;
    onActivated: () => void;
    onShown: () => void;
  },
) {
  const { policy, draft, text, preview } = props;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [note, setNote] = useState("");
  const set = useMutation(
    trpc.policy.set.mutationOptions({
      // Shown before its version has arrived, the page would begin anew under what is pressed or typed meanwhile.
      onSuccess: async ({ version }) => {
        props.onActivated();
        await queryClient.invalidateQueries(trpc.policy.pathFilter());
        props.onShown();
        notify({ title: `Version ${version} is active`, detail: "The next run uses it." });
      },
    }),
  );
  // With costs and competitor prices as they are; nothing is shown of what was tried before.
  const isOfThis = preview.text === text && preview.scenario === null;
  const { json } = draft;
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange}>
      <DialogContent
        width="lg"
        title="Activate this policy?"
        description="The next run uses it, and its auto-approval rules apply from now on. Runs that have begun keep the version they began with."
        footer={
          <>
            <Button onClick={() => props.onOpenChange(false)}>Not yet</Button>
            <Button
              variant="primary"
              loading={set.isPending}
              disabled={json === null || !isOfThis || preview.working}
              onClick={() => {
                if (json !== null) set.mutate({ document: json, based_on: props.basedOn, note });
              }}
            >
              Activate
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <Section title={`What changes from version ${policy.version}`}>
            <Changes policy={policy} draft={draft} />
          </Section>
          <Section title="What the next run would do">
            <Effect preview={isOfThis ? preview : { ...preview, trial: null }} />
          </Section>
          <Field label="Why" optional hint="Kept with the version.">
            <Input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
          </Field>
          {set.error ? <Refusal failure={failureOf(set.error)} draft={draft} /> : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Changes({ policy, draft: { document } }: Pick<ActivateProps, "policy" | "draft">) {
  const active = readPolicyDocument(policy.document);
  if (document === null || !active.ok) return null;
  return <Differences differences={diffPolicies(active.document, document)} />;
}

function Effect({ preview }: Pick<ActivateProps, "preview">) {
  const result = preview.trial?.result;
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <TrialState tried={preview} />
      {result?.kind === "preview" ? (
        <>
          <EffectSummary effect={result.effect} other="active" />
          {result.lanes ? <LaneCounts lanes={result.lanes} /> : null}
        </>
      ) : null}
    </div>
  );
}

/** Strips the input field's name from an issue's path, which leaves the path within the document. */
const documentPath = (path: string): string => path.replace(/^document(\.|$)/, "");

/** The reason why a policy was not saved, with every issue and its position. */
function Refusal({ failure, draft }: { failure: Failure; draft: Draft }) {
  return (
    <Banner tone="bad" title="Not activated.">
      {failure.message}
      {failure.issues.map((issue, index) => (
        <span key={index} className="block" title={issue.path}>
          <span className="font-[560]">{draftPathLabel(draft, documentPath(issue.path))}</span>:{" "}
          {issue.message}
        </span>
      ))}
      {failure.code === "conflict"
        ? " Your draft is kept: close this and look at what changed meanwhile."
        : null}
    </Banner>
  );
}
