"use client";

import { Button } from "@/app/_components/ui/button";
import { InLineChoice } from "./in-line-choice";
import type { JsonValue } from "./policy-text";
import { Closed, CountSetting, ListSetting, Sentence, SentenceFindings, useSetting } from "./setting-fields";

type JsonObject = { [key: string]: JsonValue };

const MOST = 5;
const WHOSE = [
  { value: "named", label: "these sellers" },
  { value: "others", label: "all other sellers" },
];

/** Of which sellers the market is first, and of which where they have too few prices: one sentence a tier. */
export function TierSentence({ path, scope }: { path: string; scope: boolean }) {
  const { value, set } = useSetting(path);
  const tiers = Array.isArray(value) ? value : [];
  const without = (index: number) => {
    const left = tiers.filter((_, other) => other !== index);
    set(left.length > 0 ? left : undefined);
  };
  return (
    <div className="flex flex-col gap-2">
      {tiers.map((tier, index) => (
        <Tier
          key={index}
          path={`${path}.${index}`}
          tier={tier}
          index={index}
          onRemove={() => without(index)}
        />
      ))}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {tiers.length < MOST ? (
          <Button
            variant="quiet"
            size="sm"
            className="-ml-2.5 max-md:-ml-3"
            onClick={() => set([...tiers, tiers.length === 0 ? { sellers: [] } : {}])}
          >
            {tiers.length === 0 ? "Put some sellers first" : "Add who counts otherwise"}
          </Button>
        ) : null}
        {scope && tiers.length === 0 ? <Inherited value={value} set={set} /> : null}
      </div>
      <SentenceFindings paths={[path]} />
    </div>
  );
}

function Tier(props: { path: string; tier: JsonValue; index: number; onRemove: () => void }) {
  const { path, tier, index, onRemove } = props;
  const { set } = useSetting(path);
  const isNamed = typeof tier === "object" && tier !== null && "sellers" in tier;
  const atLeast = typeof tier === "object" && tier !== null && !Array.isArray(tier) ? tier["at_least"] : null;
  const rest: JsonObject = atLeast === null || atLeast === undefined ? {} : { at_least: atLeast };
  return (
    <Sentence label={`Tier of sellers, no. ${index + 1}`}>
      <span>{index === 0 ? "First the prices of" : "Otherwise those of"}</span>
      <Closed mark={isNamed ? "" : ","}>
        <InLineChoice
          label={`Who is in tier ${index + 1}`}
          options={WHOSE}
          value={isNamed ? "named" : "others"}
          onChoose={(next) => set(next === "named" ? { sellers: [], ...rest } : rest)}
        />
      </Closed>
      {isNamed ? (
        <>
          <Closed mark=",">
            <span className="[&_input]:w-56!">
              <ListSetting path={`${path}.sellers`} label={`Sellers of tier ${index + 1}`} keepEmpty />
            </span>
          </Closed>
          <span>weighing</span>
          <Closed mark=",">
            <ListSetting path={`${path}.weights`} label={`Weights of tier ${index + 1}`} empty="same" />
          </Closed>
        </>
      ) : null}
      <span>where at least</span>
      <CountSetting path={`${path}.at_least`} label={`Prices that tier ${index + 1} needs`} empty="usual" />
      <span>count.</span>
      <Button variant="quiet" size="sm" onClick={onRemove}>
        Remove
      </Button>
    </Sentence>
  );
}

/** In a scope: whether the tiers of the general rules are used, which null lifts. */
function Inherited(props: { value: JsonValue | undefined; set: (value: JsonValue | undefined) => void }) {
  const { value, set } = props;
  return (
    <Button variant="quiet" size="sm" onClick={() => set(value === null ? undefined : null)}>
      {value === null ? "Put sellers first as for everything else" : "Put no sellers first here"}
    </Button>
  );
}
