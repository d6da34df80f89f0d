"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { deciderText, laneSentence } from "@/server/domain/pricing/lane-text";
import { CONFIDENCES } from "@/server/domain/pricing/outcome";
import { LANE_LABELS } from "@/server/domain/pricing/policy-labels";
import { LANE_DECIDERS, Lane } from "@/server/domain/pricing/policy-lanes";
import { valueAt } from "./draft";
import { OriginsSetting } from "./origins-setting";
import type { JsonValue } from "./policy-text";
import { SettingGroup } from "./rule-settings";
import {
  ChoiceSetting,
  CountSetting,
  DecimalSetting,
  ListSetting,
  NameSetting,
  PercentSetting,
  useDraftCurrency,
  useMoneyLabel,
  useSetting,
  YesNoSetting,
} from "./setting-fields";

/** A new automatic lane approves at most this share of the items in a day. */
const USUAL_SHARE = "0.05";

/** The lanes of a policy in their order, each with its limits. */
export function LaneList() {
  const { value, set } = useSetting("lanes");
  const [open, setOpen] = useState<number | null>(null);
  const lanes = Array.isArray(value) ? value : [];
  const put = (list: readonly JsonValue[]) => set(list.length === 0 ? undefined : [...list]);
  const move = (index: number, by: number) => {
    const [from, to] = [lanes[index], lanes[index + by]];
    if (from === undefined || to === undefined) return;
    put(lanes.map((lane, at) => (at === index ? to : at === index + by ? from : lane)));
    setOpen(open === index ? index + by : open === index + by ? index : open);
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ink-soft">
        The first rule that matches a price change says who decides. One person decides what no rule matches.
        An unknown figure exceeds every limit.
      </p>
      <ol>
        {lanes.map((_, index) => (
          <LaneRow
            key={index}
            index={index}
            count={lanes.length}
            open={open === index}
            onToggle={() => setOpen(open === index ? null : index)}
            onMove={(by) => move(index, by)}
            onRemove={() => {
              setOpen(null);
              put(lanes.filter((__, other) => other !== index));
            }}
          />
        ))}
      </ol>
      <Button
        size="sm"
        className="self-start"
        onClick={() => {
          put([...lanes, { name: freeName(lanes), decided_by: "two_people" }]);
          setOpen(lanes.length);
        }}
      >
        Add a rule
      </Button>
    </div>
  );
}

/** Returns "Rule 3", or the next number that no lane uses yet. */
function freeName(lanes: readonly JsonValue[]): string {
  const names = new Set(lanes.map((lane) => valueAt(lane, "name")));
  let number = lanes.length + 1;
  while (names.has(`Rule ${number}`)) number += 1;
  return `Rule ${number}`;
}

interface RowProps {
  readonly index: number;
  readonly count: number;
  readonly open: boolean;
  onToggle(): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

function LaneRow({ index, count, open, onToggle, onMove, onRemove }: RowProps) {
  const path = `lanes.${index}`;
  const { value, findings } = useSetting(path);
  const read = Lane.safeParse(value);
  const named = useSetting(`${path}.name`).value;
  const name = typeof named === "string" ? named : "Rule";
  const wrong = findings.some(({ level }) => level === "error");
  const whole = findings.filter((each) => each.path === path);
  const currency = useDraftCurrency();
  return (
    <li className="border-t border-line-soft py-2">
      <div className="flex items-center gap-2">
        <span className="num w-5 text-ink-dim">{index + 1}</span>
        <button type="button" aria-expanded={open} onClick={onToggle} className="min-w-0 flex-1 text-left">
          <span className="font-[520]">{name}</span>{" "}
          {wrong ? (
            <Badge tone="bad">has an error</Badge>
          ) : findings.length > 0 ? (
            <Badge tone="warn">look</Badge>
          ) : null}
          <span className="block text-xs text-ink-dim">
            {read.success ? laneSentence(read.data, currency) : "not yet readable"}
          </span>
        </button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Move ${name} up`}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        >
          <ChevronUp aria-hidden />
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Move ${name} down`}
          disabled={index === count - 1}
          onClick={() => onMove(1)}
        >
          <ChevronDown aria-hidden />
        </Button>
        <Button size="sm" variant="quiet" onClick={onRemove}>
          Remove
        </Button>
      </div>
      {whole.length > 0 ? (
        <p className={`pl-7 text-xs ${wrong ? "text-bad" : "text-warn"}`}>
          {whole.map(({ message }) => message).join(" ")}
        </p>
      ) : null}
      {open ? <LaneFields path={path} /> : null}
    </li>
  );
}

function LaneFields({ path }: { path: string }) {
  const decider = useSetting(`${path}.decided_by`).value;
  const money = useMoneyLabel();
  return (
    <div className="mt-3 flex flex-col gap-5 pl-7 max-md:pl-0">
      <SettingGroup title="Who decides">
        <NameSetting path={`${path}.name`} label="Name" />
        <DeciderSetting path={path} />
        <ListSetting path={`${path}.items.scopes`} label="Items of these scopes" empty="any" />
        <YesNoSetting path={`${path}.items.everything_else`} label="Items of no scope" />
      </SettingGroup>
      <SettingGroup title="Up to">
        <PercentSetting path={`${path}.at_most.change`} label="Change of the price" empty="absent" />
        <DecimalSetting
          path={`${path}.at_most.money`}
          label={money("Profit moved, over the stock on hand")}
          empty="absent"
        />
        <PercentSetting path={`${path}.at_most.margin_fall`} label="Fall of the margin" empty="absent" />
        <CountSetting
          path={`${path}.at_most.evidence_age_hours`}
          label="Age of the oldest figure behind it (hours)"
          empty="absent"
        />
        <ChoiceSetting
          path={`${path}.confidence`}
          label="Confidence at least"
          options={CONFIDENCES.map((confidence) => ({ value: confidence, label: confidence }))}
        />
      </SettingGroup>
      {decider === "two_people" ? null : (
        <SettingGroup title="Only items">
          <CountSetting
            path={`${path}.last_edit_hours`}
            label="Price not changed by hand for (hours)"
            empty="absent"
          />
          <CountSetting path={`${path}.first_seen_days`} label="Known for (days)" empty="absent" />
        </SettingGroup>
      )}
      {decider === "automatic" ? (
        <SettingGroup title="At most a day">
          <PercentSetting path={`${path}.a_day.items`} label="Of the active items" empty="absent" />
          <DecimalSetting
            path={`${path}.a_day.money`}
            label={money("Profit moved in total")}
            empty="absent"
          />
        </SettingGroup>
      ) : null}
      {decider === "automatic" ? (
        <SettingGroup title="On evidence of">
          <OriginsSetting path={`${path}.evidence_from`} />
          <YesNoSetting path={`${path}.agents_runs`} label={LANE_LABELS.agents_runs} />
        </SettingGroup>
      ) : null}
    </div>
  );
}

const OF_AUTOMATIC = ["a_day", "evidence_from", "agents_runs"];
const OF_ITEMS_PAST = ["last_edit_hours", "first_seen_days"];

/** The settings that a lane cannot have with a decider. */
function impossibleWith(decider: JsonValue | undefined): readonly string[] {
  if (decider === "automatic") return [];
  return decider === "two_people" ? [...OF_AUTOMATIC, ...OF_ITEMS_PAST] : OF_AUTOMATIC;
}

/** Who decides; an automatic lane gets its limits a day with it, and every lane loses what it cannot have. */
function DeciderSetting({ path }: { path: string }) {
  const lane = useSetting(path);
  const set = (decider: JsonValue | undefined) => {
    if (lane.value === null || typeof lane.value !== "object" || Array.isArray(lane.value)) return;
    const lost = impossibleWith(decider);
    const kept = Object.fromEntries(Object.entries(lane.value).filter(([name]) => !lost.includes(name)));
    const caps: Record<string, JsonValue> =
      decider === "automatic" ? { a_day: lane.value["a_day"] ?? { items: USUAL_SHARE } } : {};
    lane.set({ ...kept, decided_by: decider ?? null, ...caps });
  };
  return (
    <ChoiceSetting
      path={`${path}.decided_by`}
      label="Decided by"
      options={LANE_DECIDERS.map((decider) => ({ value: decider, label: deciderText(decider) }))}
      onChoose={set}
    />
  );
}
