"use client";

import { AnyAim } from "./any-aim";
import { FallbackSentence } from "./fallback-sentence";
import { ChoiceSetting, ListSetting, PercentSetting, Sentence, SentenceFindings } from "./setting-fields";

const ROUNDING = [
  { value: "nearest", label: "to the nearest" },
  { value: "up", label: "up" },
  { value: "down", label: "down" },
];

const SOLD_OUT = [
  { value: "hold", label: "hold its price" },
  { value: "item_max", label: "take its highest price" },
  { value: "ignore", label: "decide as for any other" },
];

/** The aim, the most important limits and the endings of a rule as sentences, with their fields in place. */
export function RuleSentence({ path, scope }: { path: string; scope: boolean }) {
  const at = (name: string) => `${path}.${name}`;
  const empty = scope ? "inherited" : "none";
  return (
    <div>
      <div className="flex flex-col gap-2">
        <Sentence label="Where prices aim">
          <AnyAim path={at("strategy")} inherit={scope} />
        </Sentence>
        <FallbackSentence path={at("fallback")} scope={scope} />
        <Sentence label="What they keep to">
          <span>but keep at least</span>
          <PercentSetting path={at("constraints.margin_floor")} label="Margin at least" empty={empty} />
          <span>% margin and move at most</span>
          <PercentSetting path={at("constraints.max_change")} label="Change at most, a run" empty={empty} />
          <span>% a run,</span>
          <PercentSetting
            path={at("constraints.max_change_per_day")}
            label="Change at most, a day"
            empty={empty}
          />
          <span>% a day.</span>
        </Sentence>
        <Sentence label="Without stock">
          <span>When an item is sold out,</span>
          <ChoiceSetting
            path={at("when_sold_out")}
            label="When sold out"
            options={SOLD_OUT}
            inherit={scope}
          />
        </Sentence>
        <Sentence label="How they end">
          <span>End in</span>
          <ListSetting
            path={at("rounding.endings")}
            label="Prices end in"
            keepEmpty={!scope}
            empty={scope ? "inherited" : "usual"}
          />
          <span>and round</span>
          <ChoiceSetting path={at("rounding.direction")} label="Round" options={ROUNDING} inherit={scope} />
          <span className="text-xs text-ink-dim">such as .99, .49; empty for any ending</span>
        </Sentence>
      </div>
      <SentenceFindings
        paths={[
          at("strategy"),
          at("fallback"),
          at("constraints.margin_floor"),
          at("constraints.max_change"),
          at("constraints.max_change_per_day"),
          at("when_sold_out"),
          at("rounding.endings"),
          at("rounding.direction"),
        ]}
      />
      {scope ? (
        <p className="mt-2 text-xs text-ink-dim">
          An empty field means as for everything else; write “none” for no limit.
        </p>
      ) : null}
    </div>
  );
}
