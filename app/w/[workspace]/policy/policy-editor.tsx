"use client";

import { useState } from "react";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/app/_components/ui/tabs";
import { Textarea } from "@/app/_components/ui/textarea";
import type { Outputs } from "@/app/_trpc/client";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { ActivateDialog } from "./activate-dialog";
import { type Draft, draftPathLabel, readDraftText } from "./draft";
import { DraftNotice } from "./draft-notice";
import { PolicyForm } from "./policy-form";
import { policyText } from "./policy-text";
import { BacktestPanel, PreviewPanel } from "./trial-panel";
import { useStoredDraft } from "./use-stored-draft";
import { useBacktest, usePreview } from "./use-trial";

const BACKTESTED_RUNS = 5;

/** The editor of a draft based on the active policy: validated while typing, tried out, and activated. */
export function PolicyEditor({ policy }: { policy: Outputs["policy"]["get"] }) {
  const saved = policyText(policy.document);
  const { text, basedOn, restored, setText, discard, rebase } = useStoredDraft(policy.version, saved);
  const [activating, setActivating] = useState(false);
  const preview = usePreview();
  const backtest = useBacktest(BACKTESTED_RUNS);
  const draft = readDraftText(text);
  const refused = draft.document === null || draft.findings.some(({ level }) => level === "error");

  function activate() {
    if (draft.json !== null && preview.text !== text) preview.ask(text, draft.json);
    setActivating(true);
  }

  return (
    <div className="flex flex-col gap-8">
      <Section title="Edit it">
        <DraftNotice
          restored={restored}
          basedOn={basedOn}
          active={policy.version}
          onDiscard={discard}
          onRebase={rebase}
        />
        <Tabs defaultValue="form">
          <TabsList>
            <TabsTrigger value="form">Form</TabsTrigger>
            <TabsTrigger value="json">JSON</TabsTrigger>
          </TabsList>
          <TabsContent value="form">
            <PolicyForm draft={draft} onChange={setText} />
          </TabsContent>
          <TabsContent value="json">
            <JsonEditor text={text} unreadable={draft.unreadable} onChange={setText} />
          </TabsContent>
        </Tabs>
        <Findings draft={draft} />
        <div className="mt-4 flex flex-wrap gap-2">
          <Button variant="primary" disabled={text === saved || refused} onClick={activate}>
            Activate…
          </Button>
          <Button disabled={text === saved && basedOn === policy.version} onClick={discard}>
            Discard the changes
          </Button>
          {text === saved ? null : (
            <p className="self-center text-xs text-ink-dim">
              Not active yet. This browser keeps the draft until it is activated or discarded.
            </p>
          )}
        </div>
      </Section>
      <PreviewPanel tried={preview} text={text} draft={draft} />
      <BacktestPanel tried={backtest} text={text} draft={draft} />
      <ActivateDialog
        policy={policy}
        basedOn={basedOn}
        draft={draft}
        text={text}
        preview={preview}
        open={activating}
        onOpenChange={setActivating}
        onActivated={discard}
      />
    </div>
  );
}

function JsonEditor(props: { text: string; unreadable: string | null; onChange: (text: string) => void }) {
  return (
    <Field
      label="Policy document"
      error={props.unreadable}
      hint="What is left out takes the default. Ratios are decimal fractions: 0.2 is 20 %."
    >
      <Textarea
        spellCheck={false}
        rows={24}
        className="max-h-[70vh] overflow-y-auto font-mono text-[13px] leading-5 max-md:text-[13px]"
        value={props.text}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Field>
  );
}

/** All findings of the draft, errors first. */
function Findings({ draft }: { draft: Draft }) {
  const errors = draft.findings.filter(({ level }) => level === "error");
  const warnings = draft.findings.filter(({ level }) => level === "warning");
  const list = (rows: readonly PolicyFinding[]) =>
    rows.map(({ path, message }, index) => (
      <span key={index} className="block" title={path}>
        <span className="font-[560]">{draftPathLabel(draft, path)}</span>: {message}
      </span>
    ));
  return (
    <div className="mt-4 flex flex-col gap-2" aria-live="polite">
      {errors.length > 0 ? (
        <Banner tone="bad" title="It cannot be activated as it is.">
          {list(errors)}
        </Banner>
      ) : null}
      {warnings.length > 0 ? (
        <Banner tone="warn" title="Is this meant?">
          {list(warnings)}
        </Banner>
      ) : null}
    </div>
  );
}
