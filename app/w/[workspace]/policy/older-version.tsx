"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Section } from "@/app/_components/shell/section";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { Differences } from "./differences";
import { policyText } from "./policy-text";

type Policy = Outputs["policy"]["get"];

/** An inactive version: its changes, its differences from the active one, and a button that activates it again. */
export function OlderVersion(props: { policy: Policy; version: number; onClose: () => void }) {
  const { policy, version } = props;
  const { may } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery(trpc.policy.version.queryOptions({ version }));
  const replaced = policy.versions.find((row) => row.version === version)?.replaced ?? null;
  return (
    <QueryView query={query} what="this version">
      {({ document }) => (
        <div className="flex flex-col gap-6">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="mr-auto font-[620]">Version {version}, not active</h2>
            {may("settings:policy") ? (
              <Restore policy={policy} version={version} onDone={props.onClose} />
            ) : null}
            <Button onClick={props.onClose}>Back to the active one</Button>
          </div>
          {replaced === null ? null : (
            <Section title={`What it changed from version ${replaced}`}>
              <Compared from={replaced} to={version} />
            </Section>
          )}
          <Section title="What bringing it back would change">
            <Compared from={policy.version} to={version} />
          </Section>
          <Section title="The document">
            <pre
              tabIndex={0}
              className="overflow-x-auto rounded-xl bg-chip px-4 py-3 font-mono text-[13px] leading-5"
            >
              {policyText(document)}
            </pre>
          </Section>
        </div>
      )}
    </QueryView>
  );
}

function Compared({ from, to }: { from: number; to: number }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.policy.compare.queryOptions({ from, to }));
  return (
    <QueryView query={query} what="the differences">
      {({ differences }) => <Differences differences={differences} />}
    </QueryView>
  );
}

function Restore({ policy, version, onDone }: { policy: Policy; version: number; onDone: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const restore = useMutation(
    trpc.policy.restore.mutationOptions({
      onSuccess: (response) => {
        onDone();
        notify({
          title: `Version ${response.version} is active`,
          detail: `It says what version ${version} said.`,
        });
        return queryClient.invalidateQueries(trpc.policy.pathFilter());
      },
    }),
  );
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Bring it back
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        tone="normal"
        title={`Bring version ${version} back?`}
        description="It becomes the active policy as a new version. The next run uses it."
        confirmLabel="Bring it back"
        onConfirm={async () => {
          await restore.mutateAsync({ version, based_on: policy.version });
        }}
      />
    </>
  );
}
