"use client";

import type { WireMoney } from "@/app/_components/pricing/contract-types";
import { Count, Price } from "@/app/_components/pricing/price";
import { PriceChange } from "@/app/_components/pricing/price-change";
import { ActionBar } from "@/app/_components/shell/action-bar";
import { DetailPane, DetailSection } from "@/app/_components/shell/split-view";
import { Badge, type BadgeTone } from "@/app/_components/ui/badge";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { StatStrip } from "@/app/_components/ui/stat-strip";
import { DroppedSelections } from "../../_decisions/dropped-selections";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import type { Outcome } from "../../_decisions/use-approve";
import { useInboxDecisions } from "./inbox-decisions";
import { summedEffect } from "./summed-effect";

const OUTCOME_LOOK: Readonly<Record<Outcome["kind"], { label: string; tone: BadgeTone }>> = {
  applied: { label: "in the store", tone: "accent" },
  writing: { label: "approved", tone: "neutral" },
  changed: { label: "changed since", tone: "warn" },
  failed: { label: "not written", tone: "bad" },
  decided: { label: "decided by then", tone: "warn" },
  not_taken: { label: "did not arrive", tone: "warn" },
  unknown: { label: "not known", tone: "warn" },
};

/** So many of the chosen entries are listed one by one. */
const MOST_SHOWN = 30;

/** The panel for several chosen entries: their summed effect before the decision, the outcome of each after it. */
export function BulkPanel() {
  const { entries, dropped, outcomes } = useInboxDecisions().bulk;
  const done = outcomes.size > 0;
  return (
    <DetailPane label="Selected recommendations" actions={done ? <DoneBar /> : <DecisionBar />}>
      <h2 className="text-base font-[620]" role="status">
        {done ? summaryOf(outcomes, entries.length) : `${entries.length} selected`}
      </h2>
      {dropped.length > 0 ? (
        <Banner tone="warn" className="mt-3" title="Fell out of the selection:">
          <DroppedSelections rows={dropped} />
        </Banner>
      ) : null}
      <Sums entries={entries} />
      <DetailSection title={done ? "What became of each" : "What would change"}>
        <ul>
          {entries.slice(0, MOST_SHOWN).map((entry) => (
            <BulkRow key={entry.id} entry={entry} outcome={outcomes.get(entry.id)} />
          ))}
        </ul>
        {entries.length > MOST_SHOWN ? (
          <p className="border-t border-line-soft py-1.5 text-xs text-ink-dim">
            and {entries.length - MOST_SHOWN} more
          </p>
        ) : null}
      </DetailSection>
    </DetailPane>
  );
}

/** The decisions on the chosen entries. */
function DecisionBar() {
  const { bulk, blocker, approve, reject, snooze } = useInboxDecisions();
  const count = bulk.entries.length;
  return (
    <ActionBar>
      {blocker === null && count > 0 ? (
        <Button variant="primary" hotkey="a" onClick={approve}>
          Approve {count}
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
  const money = (sums: readonly WireMoney[]) =>
    sums.length === 0 ? <Price money={null} /> : sums.map((sum) => <Signed key={sum.currency} money={sum} />);
  return (
    <>
      <StatStrip
        className="mt-4"
        stats={[
          { label: "Raised", value: <Count value={effect.raised} /> },
          { label: "Lowered", value: <Count value={effect.lowered} /> },
          { label: "Profit, one of each", value: money(effect.profitPerUnit) },
          { label: "Profit on stock", value: money(effect.profitInStock) },
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

function Signed({ money }: { money: WireMoney }) {
  const positive = /[1-9]/.test(money.amount) && !money.amount.startsWith("-");
  return (
    <span className={positive ? "text-up" : "text-down"}>
      {positive ? "+" : ""}
      <Price money={money} />{" "}
    </span>
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
