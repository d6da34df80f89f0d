"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Textarea } from "@/app/_components/ui/textarea";
import { notify } from "@/app/_components/ui/toast";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { type Failure, failureOf } from "@/app/_trpc/failure";
import { policyText, readPolicyText } from "./policy-text";

/** The document itself: edited as JSON, checked by the service, saved as a new version. */
export function PolicyEditor({ policy }: { policy: Outputs["policy"]["get"] }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const saved = policyText(policy.document);
  const [text, setText] = useState(saved);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const set = useMutation(
    trpc.policy.set.mutationOptions({
      onSuccess: ({ version }) => {
        notify({ title: `Version ${version} is active`, detail: "The next run uses it." });
        return queryClient.invalidateQueries(trpc.policy.pathFilter());
      },
    }),
  );
  const failure = set.error ? failureOf(set.error) : null;

  function save() {
    const read = readPolicyText(text);
    setUnreadable(read.ok ? null : read.message);
    if (read.ok) set.mutate({ document: read.document, based_on: policy.version });
  }

  return (
    <Section title="Edit it">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label="Policy document"
          error={unreadable}
          hint="JSON; what is left out takes the default. Runs that have begun keep the version they began with."
        >
          <Textarea
            spellCheck={false}
            rows={24}
            className="max-h-[70vh] overflow-y-auto font-mono text-[13px] leading-5 max-md:text-[13px]"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {failure ? <Refusal failure={failure} /> : null}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" disabled={text === saved} loading={set.isPending}>
            Save as version {(policy.versions[0]?.version ?? policy.version) + 1}
          </Button>
          <Button
            disabled={text === saved}
            onClick={() => {
              setText(saved);
              setUnreadable(null);
              set.reset();
            }}
          >
            Discard the changes
          </Button>
        </div>
      </form>
    </Section>
  );
}

function Refusal({ failure }: { failure: Failure }) {
  return (
    <Banner tone="bad" title="Not saved.">
      {failure.message}
      {failure.issues.length > 0 ? (
        <ul className="mt-1.5 flex flex-col gap-1">
          {failure.issues.map((issue, index) => (
            <li key={index}>
              <code className="font-mono text-[13px]">{issue.path || "document"}</code>: {issue.message}
            </li>
          ))}
        </ul>
      ) : null}
      {failure.code === "conflict" ? " What you typed is still here: copy it, then reload the page." : null}
    </Banner>
  );
}
