"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type ReactNode, useRef, useState } from "react";
import { Section } from "@/app/_components/shell/section";
import { Button } from "@/app/_components/ui/button";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/app/_components/ui/tabs";
import { useWorkspace } from "@/app/_session/workspace";
import type { Outputs } from "@/app/_trpc/client";
import { moveToLimits } from "@/server/domain/pricing/move-to-limits";
import { isSameScenario, type Scenario } from "@/server/domain/pricing/scenario";
import { ActivateDialog } from "./activate-dialog";
import { DraftBar } from "./draft-bar";
import { DraftNotice } from "./draft-notice";
import { Findings } from "./findings";
import { JsonEditor } from "./json-editor";
import { PolicyForm } from "./policy-form";
import { policyText } from "./policy-text";
import { useTypedScenario } from "./scenario-fields";
import { BacktestPanel, PreviewPanel } from "./trial-panel";
import { useLintedDraft } from "./use-linted-draft";
import { useStoredDraft } from "./use-stored-draft";
import { useTellOnLeaving } from "./use-tell-on-leaving";
import { type TriedDraft, useBacktest, usePreview } from "./use-trial";
import { useWideScreen } from "./wide-screen";

const BACKTESTED_RUNS = 5;
const View = parseAsStringLiteral(["form", "json"]).withDefault("form");

/**
 * The editor of a draft based on the active policy: validated while typing, tried out, and activated. Those who may not
 * change the policy read it there, with its controls disabled.
 * @param props.onClose goes back to the policy in words; offered while nothing is changed
 */
export function PolicyEditor({ policy, onClose }: { policy: Outputs["policy"]["get"]; onClose: () => void }) {
  const saved = policyText(policy.document);
  const { text, basedOn, restored, isKept, setText, forget, discard, rebase } = useStoredDraft(
    policy.version,
    saved,
  );
  const [activating, setActivating] = useState(false);
  const trials = useRef<HTMLDivElement>(null);
  const preview = usePreview();
  const supposed = useTypedScenario();
  const backtest = useBacktest(BACKTESTED_RUNS);
  const mayChange = useWorkspace().may("settings:policy");
  const draft = useLintedDraft(text);
  const isChanged = text !== saved;
  useTellOnLeaving(isChanged, isKept);

  // The buttons stay enabled while a trial is computed, so that they keep the focus.
  const isAsked = (trial: TriedDraft, scenario: Scenario | null) =>
    trial.text === text && isSameScenario(trial.scenario, scenario);
  function tryPreview() {
    // Beside what cannot be supposed, its field says so.
    if (supposed.isValid) tryWith(preview, supposed.scenario);
    else trials.current?.scrollIntoView({ block: "start" });
  }
  function tryWith(trial: TriedDraft, scenario: Scenario | null) {
    if (draft.json !== null && !(trial.working && isAsked(trial, scenario)))
      trial.ask(text, draft.json, scenario);
    trials.current?.scrollIntoView({ block: "start" });
  }
  function move() {
    const moved = draft.document === null ? null : moveToLimits(draft.document);
    if (moved !== null) setText(policyText(moved));
  }
  function activate() {
    const isSeen = isAsked(preview, null) && (preview.working || preview.trial?.status === "succeeded");
    if (draft.json !== null && !isSeen) preview.ask(text, draft.json);
    setActivating(true);
  }

  return (
    <div className="flex flex-col gap-8">
      <Section title={mayChange ? "Change the policy" : "The policy"}>
        <DraftNotice
          restored={restored}
          basedOn={basedOn}
          active={policy.version}
          onDiscard={discard}
          onRebase={rebase}
        />
        <FormAndJson
          form={
            <fieldset disabled={!mayChange} className="min-w-0 disabled:pointer-events-none">
              <PolicyForm draft={draft} onChange={setText} />
            </fieldset>
          }
          json={<JsonEditor text={text} draft={draft} readOnly={!mayChange} onChange={setText} />}
        />
        <Findings draft={draft} findings={draft.findings} onMove={mayChange ? move : undefined} />
        {isChanged || basedOn !== policy.version ? (
          <Button className="mt-4" onClick={discard}>
            Discard the changes
          </Button>
        ) : (
          <Button className="mt-4" onClick={onClose}>
            Close the form
          </Button>
        )}
      </Section>
      <div ref={trials} className="flex scroll-mt-4 flex-col gap-8">
        <PreviewPanel tried={preview} text={text} draft={draft} supposed={supposed} />
        <BacktestPanel tried={backtest} text={text} />
      </div>
      <DraftBar
        draft={draft}
        isChanged={isChanged}
        isKept={isKept}
        onPreview={tryPreview}
        onTry={() => tryWith(backtest, null)}
        onActivate={activate}
      />
      <ActivateDialog
        policy={policy}
        basedOn={basedOn}
        draft={draft}
        text={text}
        preview={preview}
        open={activating}
        onOpenChange={setActivating}
        onActivated={forget}
        onShown={() => {
          setActivating(false);
          discard();
        }}
      />
    </div>
  );
}

/** Both views of the draft: side by side where there is room, else as tabs. */
function FormAndJson({ form, json }: { form: ReactNode; json: ReactNode }) {
  const isWide = useWideScreen();
  // In the address, which outlives the editor: it begins anew with each version.
  const [view, setView] = useQueryState("view", View);
  if (isWide)
    return (
      <div className="grid grid-cols-2 items-start gap-x-8">
        <section aria-label="Form">{form}</section>
        <section aria-label="JSON" className="sticky top-4">
          {json}
        </section>
      </div>
    );
  return (
    <Tabs value={view} onValueChange={(next) => void setView(View.parse(next))}>
      <TabsList>
        <TabsTrigger value="form">Form</TabsTrigger>
        <TabsTrigger value="json">JSON</TabsTrigger>
      </TabsList>
      <TabsContent value="form">{form}</TabsContent>
      <TabsContent value="json">{json}</TabsContent>
    </Tabs>
  );
}
