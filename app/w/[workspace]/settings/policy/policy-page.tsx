"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsInteger, useQueryState } from "nuqs";
import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { OnlyFor } from "../only-for";
import { PolicyEditor } from "./policy-editor";
import { PolicyInWords } from "./policy-in-words";
import { policyText } from "./policy-text";

type Policy = Outputs["policy"]["get"];

/** The rules prices are found by: in words, as the document itself to edit, and its versions. */
export function PolicyPage() {
  return (
    <OnlyFor permission="settings:policy">
      <PolicyLoaded />
    </OnlyFor>
  );
}

function PolicyLoaded() {
  const trpc = useTRPC();
  const query = useQuery(trpc.policy.get.queryOptions({}));
  const [shown, setShown] = useQueryState("version", parseAsInteger);
  return (
    <QueryView query={query} what="the policy">
      {(policy) => (
        <div className="grid grid-cols-[minmax(0,1fr)_260px] gap-x-10 gap-y-8 max-lg:grid-cols-1">
          <div className="flex min-w-0 flex-col gap-6">
            {shown === null || shown === policy.version ? (
              <>
                <PolicyInWords document={policy.document} version={policy.version} />
                <PolicyEditor key={policy.version} policy={policy} />
              </>
            ) : (
              <OlderVersion version={shown} onClose={() => void setShown(null)} />
            )}
          </div>
          <Versions
            policy={policy}
            shown={shown ?? policy.version}
            onShow={(version) => void setShown(version)}
          />
        </div>
      )}
    </QueryView>
  );
}

function Versions(props: { policy: Policy; shown: number; onShow: (version: number) => void }) {
  const { policy } = props;
  return (
    <Section title="Versions">
      <ul>
        {policy.versions.map(({ version, saved_by: savedBy, created_at: at }) => (
          <li key={version} className="border-t border-line-soft">
            <button
              type="button"
              aria-current={version === props.shown || undefined}
              onClick={() => props.onShow(version)}
              className="-mx-2 flex w-[calc(100%+16px)] items-start justify-between gap-2 rounded-lg px-2 py-2 text-left hover:bg-hover aria-current:bg-selected"
            >
              <span className="min-w-0">
                <span className="flex items-center gap-2 font-[520]">
                  Version {version}
                  {version === policy.version ? <Badge tone="accent">Active</Badge> : null}
                </span>
                <span className="block truncate text-xs text-ink-dim">{savedBy}</span>
              </span>
              <Age at={at} className="text-xs text-ink-dim" />
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OlderVersion({ version, onClose }: { version: number; onClose: () => void }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.policy.version.queryOptions({ version }));
  return (
    <QueryView query={query} what="this version">
      {({ document }) => (
        <Section
          title={`Version ${version}, not active`}
          aside={
            <Button size="sm" onClick={onClose}>
              Back to the active one
            </Button>
          }
        >
          <pre
            tabIndex={0}
            className="overflow-x-auto rounded-xl bg-chip px-4 py-3 font-mono text-[13px] leading-5"
          >
            {policyText(document)}
          </pre>
        </Section>
      )}
    </QueryView>
  );
}
