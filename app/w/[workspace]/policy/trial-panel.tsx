"use client";

import type { ReactNode } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Count, Percent, Stated } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import { Banner } from "@/app/_components/ui/banner";
import type { Outputs } from "@/app/_trpc/client";
import { isSameScenario, scenarioText } from "@/server/domain/pricing/scenario";
import type { Draft } from "./draft";
import { EffectDetails, EffectSummary } from "./effect-view";
import { Findings } from "./findings";
import { LaneCounts } from "./lane-counts";
import { ScenarioFields, type TypedScenario } from "./scenario-fields";
import type { TriedDraft } from "./use-trial";

type Result = NonNullable<Outputs["policy"]["trial"]["trial"]["result"]>;
type TestedRun = Extract<Result, { kind: "backtest" }>["runs"][number];

interface PanelProps {
  readonly tried: TriedDraft;
  readonly text: string;
}

/** Previews a run with the draft on the current catalog. */
export function PreviewPanel({
  draft,
  supposed,
  ...props
}: PanelProps & { draft: Pick<Draft, "json">; supposed: TypedScenario }) {
  const { trial } = props.tried;
  const result = trial?.result?.kind === "preview" ? trial.result : null;
  return (
    <Panel
      {...props}
      title="Try it on the catalog"
      untried="Preview shows which prices the next run would change, and which it would hold back."
      above={<ScenarioFields typed={supposed} />}
      supposes={result === null || (supposed.isValid && isSameScenario(result.scenario, supposed.scenario))}
    >
      {result ? (
        <div className="flex flex-col gap-6">
          {result.scenario ? (
            <Banner title={`Supposed: ${scenarioText(result.scenario)}.`}>
              Both policies and today's margin are computed with that.
            </Banner>
          ) : null}
          <EffectSummary effect={result.effect} other="active" />
          {result.findings?.length ? <Findings draft={draft} findings={result.findings} /> : null}
          {result.lanes ? <LaneCounts lanes={result.lanes} /> : null}
          <EffectDetails effect={result.effect} other="active" />
        </div>
      ) : null}
    </Panel>
  );
}

/** Replays the latest runs with the draft on their stored inputs. */
export function BacktestPanel(props: PanelProps) {
  const { trial } = props.tried;
  const result = trial?.result?.kind === "backtest" ? trial.result : null;
  return (
    <Panel
      {...props}
      title="Try it on the latest runs"
      untried="Try on past runs shows what the draft would have decided otherwise."
    >
      {result?.runs.length === 0 ? <p className="text-ink-soft">No run has finished yet.</p> : null}
      {result?.runs.map((run) => (
        <BacktestedRun key={run.run_id} run={run} />
      ))}
    </Panel>
  );
}

function Panel(
  props: PanelProps & {
    title: string;
    untried: string;
    above?: ReactNode;
    /** Whether the result supposes what is typed now. */
    supposes?: boolean;
    children: ReactNode;
  },
) {
  const { tried, text, supposes = true } = props;
  const isOther = tried.text !== null && tried.text !== text;
  const isUntried = tried.text === null && !tried.working && tried.failure === null;
  return (
    <Section title={props.title}>
      {props.above ? <div className="mb-3">{props.above}</div> : null}
      <div className="flex flex-col gap-3" aria-live="polite">
        {isUntried ? <p className="text-ink-dim">{props.untried}</p> : null}
        <TrialState tried={tried} />
        {isOther && tried.trial?.result ? (
          <Banner tone="warn" title="The draft has changed since.">
            These figures are those of the previous draft.
          </Banner>
        ) : null}
        {!supposes && tried.trial?.result ? (
          <Banner tone="warn" title="Something else is supposed now.">
            These figures are without it: press Preview again.
          </Banner>
        ) : null}
        {props.children}
      </div>
    </Section>
  );
}

/** The progress of a trial, or the reason why it failed. */
export function TrialState({ tried }: { tried: TriedDraft }) {
  const { trial, failure, working } = tried;
  if (failure)
    return (
      <Banner tone="bad" title="Not tried.">
        {failure.message}
      </Banner>
    );
  if (trial?.status === "failed")
    return (
      <Banner tone="bad" title="Not tried.">
        {trial.error}
      </Banner>
    );
  if (trial?.status === "superseded")
    return <Banner title="Another draft was tried meanwhile.">Try this one again.</Banner>;
  if (!working) return null;
  const { done = 0, total = null } = trial?.progress ?? {};
  return (
    <p className="text-ink-soft">
      Working it out
      {total === null ? null : (
        <>
          : <Count value={done} /> of <Count value={total} /> items
        </>
      )}
      …
    </p>
  );
}

function BacktestedRun({ run }: { run: TestedRun }) {
  const { effect } = run;
  return (
    <details className="border-t border-line-soft py-2">
      <summary className="cursor-pointer">
        <Age at={run.created_at} phrase />
        <Badge className="ml-2">version {run.policy_version}</Badge>{" "}
        {effect === null ? (
          <span className="text-ink-soft">
            <Stated text={run.reason} />
          </span>
        ) : (
          <span className="text-ink-soft">
            <Count value={effect.differing} /> of <Count value={effect.items} /> decided otherwise;{" "}
            <Count value={effect.draft.moved} /> prices move instead of <Count value={effect.other.moved} />;
            margin <Percent ratio={effect.draft.margin} /> instead of <Percent ratio={effect.other.margin} />
          </span>
        )}
      </summary>
      {effect === null ? null : (
        <div className="mt-3 flex flex-col gap-4 pl-4">
          {run.day_prices_missing ? (
            <Banner tone="warn" title="The limit a day could not be measured.">
              This run did not keep the prices of the day before; the limit counts from the price it began
              with.
            </Banner>
          ) : null}
          {run.last_changes_missing ? (
            <Banner tone="warn" title="The hours between changes could not be measured.">
              This run did not keep when prices last changed; it is decided again as if all had stood for
              long.
            </Banner>
          ) : null}
          <EffectSummary effect={effect} other="as it ran" />
          <EffectDetails effect={effect} other="as it ran" />
        </div>
      )}
    </details>
  );
}
