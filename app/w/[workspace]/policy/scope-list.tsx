"use client";

import { useState } from "react";
import { Count } from "@/app/_components/pricing/price";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { matchText } from "@/server/domain/pricing/match-text";
import { PolicyDocument, type PolicyScope } from "@/server/domain/pricing/policy";
import { byPrecedence } from "@/server/domain/pricing/precedence";
import { valueAt } from "./draft";
import { MatchSettings } from "./match-settings";
import type { JsonValue } from "./policy-text";
import { RuleSettings, SettingGroup } from "./rule-settings";
import { CountSetting, NameSetting, useDraftCurrency, useSetting } from "./setting-fields";
import { useScopeCounts } from "./use-scope-counts";

/** The scopes of a policy in order of precedence, each with its rules. */
export function ScopeList() {
  const { value, set } = useSetting("scopes");
  const [open, setOpen] = useState<number | null>(null);
  const scopes = Array.isArray(value) ? value : [];
  const order = orderOf(scopes);
  const counts = useScopeCounts(scopes);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ink-soft">
        Items of a scope follow its rules, all others those for everything else. Where several match, the most
        specific one goes first; of equals, the one with the higher priority.
      </p>
      <ol>
        {order.map((index, position) => (
          <ScopeRow
            key={index}
            index={index}
            position={position + 1}
            count={counts.of(index)}
            open={open === index}
            onToggle={() => setOpen(open === index ? null : index)}
            onRemove={() => {
              setOpen(null);
              set(scopes.filter((_, other) => other !== index));
            }}
          />
        ))}
      </ol>
      {scopes.length === 0 || counts.rest === null ? null : (
        <p className="border-t border-line-soft pt-2 text-ink-soft">
          Everything else: <ItemCount count={counts.rest} />
        </p>
      )}
      <Button
        size="sm"
        className="self-start"
        onClick={() => {
          set([...scopes, { name: freeName(scopes, "Scope"), match: {} }]);
          setOpen(scopes.length);
        }}
      >
        Add a scope
      </Button>
    </div>
  );
}

const Scopes = PolicyDocument.shape.scopes.unwrap();

function readScopes(json: readonly JsonValue[]): readonly PolicyScope[] | null {
  const read = Scopes.safeParse(json);
  return read.success ? read.data : null;
}

/** Returns "Scope 3", or the next number that no entry of the list uses yet. */
export function freeName(entries: readonly JsonValue[], kind: "Scope" | "Limit"): string {
  const names = new Set(entries.map((entry) => valueAt(entry, "name")));
  let number = entries.length + 1;
  while (names.has(`${kind} ${number}`)) number += 1;
  return `${kind} ${number}`;
}

function ItemCount({ count }: { count: number }) {
  return (
    <>
      <Count value={count} /> {count === 1 ? "item" : "items"}
    </>
  );
}

/** Returns the scopes' indexes in the document, ordered by precedence; in document order if any of them is invalid. */
function orderOf(json: readonly JsonValue[]): number[] {
  const indexes = json.map((_, index) => index);
  const scopes = readScopes(json);
  if (scopes === null) return indexes;
  const at = (index: number) => scopes[index];
  return indexes.sort((a, b) => {
    const [one, other] = [at(a), at(b)];
    return one && other ? byPrecedence(one, other) : a - b;
  });
}

interface RowProps {
  readonly index: number;
  readonly position: number;
  /** How many items follow its rules; null if unknown. */
  readonly count: number | null;
  readonly open: boolean;
  onToggle(): void;
  onRemove(): void;
}

function ScopeRow({ index, position, count, open, onToggle, onRemove }: RowProps) {
  const path = `scopes.${index}`;
  const { value, findings } = useSetting(path);
  const [scope] = readScopes([value ?? null]) ?? [];
  const wrong = findings.some(({ level }) => level === "error");
  const named = useSetting(`${path}.name`).value;
  const currency = useDraftCurrency();
  return (
    <li className="border-t border-line-soft py-2">
      <div className="flex items-center gap-3">
        <span className="num w-5 text-ink-dim">{position}</span>
        <button type="button" aria-expanded={open} onClick={onToggle} className="min-w-0 flex-1 text-left">
          <span className="font-[520]">{typeof named === "string" ? named : "Scope"}</span>{" "}
          {wrong ? (
            <Badge tone="bad">has an error</Badge>
          ) : findings.length > 0 ? (
            <Badge tone="warn">look</Badge>
          ) : null}
          <span className="block text-xs text-ink-dim">
            {scope ? matchText(scope.match, currency) || "for no item yet" : "not yet readable"}
          </span>
        </button>
        {count === null ? null : (
          <span className={count === 0 ? "text-xs text-warn" : "text-xs text-ink-dim"}>
            <ItemCount count={count} />
          </span>
        )}
        <Button size="sm" variant="quiet" onClick={onRemove}>
          Remove
        </Button>
      </div>
      {wrong ? (
        <p className="pl-8 text-xs text-bad">
          {findings
            .filter((each) => each.path === path || each.path.startsWith(`${path}.match`))
            .map(({ message }) => message)
            .join(" ")}
        </p>
      ) : null}
      {open ? (
        <div className="mt-3 flex flex-col gap-5 pl-8 max-md:pl-0">
          <SettingGroup title="Which items">
            <NameSetting path={`${path}.name`} label="Name" />
            <CountSetting path={`${path}.priority`} label="Priority" hint="0 if empty." />
            <MatchSettings path={`${path}.match`} />
          </SettingGroup>
          <RuleSettings path={path} scope />
        </div>
      ) : null}
    </li>
  );
}
