"use client";

import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Count } from "@/app/_components/pricing/price";
import { PriceChange } from "@/app/_components/pricing/price-change";
import { ActionBar } from "@/app/_components/shell/action-bar";
import { DetailPane, DetailSection } from "@/app/_components/shell/split-view";
import { Badge, type BadgeTone } from "@/app/_components/ui/badge";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { StatStrip } from "@/app/_components/ui/stat-strip";
import { SignedSums } from "../_batches/signed-sums";
import type { Outcome } from "../_decisions/approval-outcome";
import { DroppedSelections } from "../_decisions/dropped-selections";
import type { RecommendationDetail } from "../_decisions/recommendation-detail";
import { useInboxDecisions } from "./inbox-decisions";
import { summedEffect } from "./summed-effect";

const OUTCOME_LOOK: Readonly<Record<Outcome["kind"], { label: string; tone: BadgeTone }>> = {
  applied: { label: "in the store", tone: "accent" },
  first_of_two: { label: "one more approval", tone: "neutral" },
  writing: { label: "approved", tone: "neutral" },
  changed: { label: "changed since", tone: "warn" },
  failed: { label: "not written", tone: "bad" },
  decided: { label: "decided by then", tone: "warn" },
  not_taken: { label: "did not arrive", tone: "warn" },
  unknown: { label: "not known", tone: "warn" },
};

/** The panel for several chosen entries: their summed effect before the decision, the outcome of each after it. */
export function BulkPanel() {
  const { entries, dropped, outcomes, running, count, all, beyondList, many } = useInboxDecisions().bulk;
  const locale = useLocale();
  const done = running || outcomes.size > 0;
  return (
    <DetailPane label="Selected recommendations" actions={done ? <DoneBar /> : <DecisionBar />}>
      <h2 className="text-base font-[620]" role="status">
        {done ? summaryOf(outcomes, entries.length) : `${formatCount(count, locale)} selected`}
      </h2>
      {dropped.length > 0 ? (
        <Banner tone="warn" className="mt-3" title="Fell out of the selection:">
          <DroppedSelections ids={dropped} />
        </Banner>
      ) : null}
      {many ? (
        <p className="mt-2 text-pretty text-ink-soft">
          {all && beyondList === 0 ? "Everything that matches the filter, whether it is loaded or not. " : ""}
          {beyondList > 0
            ? `These are the first of the list; ${formatCount(beyondList, locale)} more match the filter. `
            : ""}
          A decision first shows its summed effect and what would fall out. You confirm it after that.
        </p>
      ) : (
        <OneByOne />
      )}
    </DetailPane>
  );
}

/** The summed effect of a handful of chosen entries, and each of them with its outcome. */
function OneByOne() {
  const { entries, outcomes } = useInboxDecisions().bulk;
  return (
    <>
      <Sums entries={entries} />
      <DetailSection title={outcomes.size > 0 ? "What became of each" : "What would change"}>
        <ul>
          {entries.map((entry) => (
            <BulkRow key={entry.id} entry={entry} outcome={outcomes.get(entry.id)} />
          ))}
        </ul>
      </DetailSection>
    </>
  );
}

/** The decisions on the chosen entries. */
function DecisionBar() {
  const { bulk, blocker, approve, reject, snooze } = useInboxDecisions();
  const locale = useLocale();
  const { count } = bulk;
  return (
    <ActionBar>
      {blocker === null && count > 0 ? (
        <Button variant="primary" hotkey="a" loading={!bulk.deciding} onClick={approve}>
          Approve {formatCount(count, locale)}
        </Button>
      ) : null}
      {blocker === "role" || blocker === "lifecycle" || count === 0 ? null : (
        <Button hotkey="r" onClick={reject}>
          Reject
        </Button>
      )}
      {count === 0 ? null : (
        <Button hotkey="s" onClick={snooze}>
          Snooze
        </Button>
      )}
      <Button variant="quiet" onClick={bulk.clear}>
        Clear
      </Button>
    </ActionBar>
  );
}

/** Closes the panel once every approval was answered. */
function DoneBar() {
  const { entries, outcomes, running, clear } = useInboxDecisions().bulk;
  return (
    <ActionBar note={running ? `${outcomes.size} of ${entries.length} answered` : undefined}>
      <Button variant="primary" loading={running} onClick={clear}>
        {running ? "Waiting for the store" : "Done"}
      </Button>
    </ActionBar>
  );
}

function summaryOf(outcomes: ReadonlyMap<string, Outcome>, count: number): string {
  const kinds = [...outcomes.values()].map(({ kind }) => kind);
  const applied = kinds.filter((kind) => kind === "applied").length;
  return `${applied} of ${count} ${applied === 1 ? "is" : "are"} in the store`;
}

function Sums({ entries }: { entries: readonly RecommendationDetail[] }) {
  const effect = summedEffect(entries);
  return (
    <>
      <StatStrip
        className="mt-4"
        stats={[
          { label: "Raised", value: <Count value={effect.raised} /> },
          { label: "Lowered", value: <Count value={effect.lowered} /> },
          { label: "Profit, one of each", value: <SignedSums sums={effect.profitPerUnit} /> },
          { label: "Profit on stock", value: <SignedSums sums={effect.profitInStock} /> },
        ]}
      />
      {effect.unknown > 0 ? (
        <p className="mt-2 text-xs text-ink-dim">
          {effect.unknown} without a known cost {effect.unknown === 1 ? "is" : "are"} not in these sums.
        </p>
      ) : null}
    </>
  );
}

function BulkRow({ entry, outcome }: { entry: RecommendationDetail; outcome: Outcome | undefined }) {
  return (
    <li className="border-t border-line-soft py-1.5">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate">{entry.item.title}</span>
        {outcome ? (
          <Badge tone={OUTCOME_LOOK[outcome.kind].tone}>{OUTCOME_LOOK[outcome.kind].label}</Badge>
        ) : entry.recommended_price ? (
          <PriceChange
            before={entry.current_price}
            after={entry.recommended_price}
            change={entry.change_ratio}
          />
        ) : null}
      </div>
      {outcome ? <p className="text-xs text-pretty text-ink-dim">{outcome.message}</p> : null}
    </li>
  );
}
