"use client";

import { Section } from "@/app/_components/shell/section";
import { laneSentence } from "@/server/domain/pricing/lane-text";
import { matchText } from "@/server/domain/pricing/match-text";
import { PolicyDocument, type PolicyLimit, type PolicyScope } from "@/server/domain/pricing/policy";
import { rulesText, type SettingText } from "@/server/domain/pricing/policy-text";

/** The policy as text, for readers who do not read JSON. Renders nothing for a document this page cannot parse. */
export function PolicySummary({ document, version }: { document: unknown; version: number }) {
  const read = PolicyDocument.safeParse(document);
  if (!read.success) return null;
  const { currency, scopes = [], limits = [], defaults = {}, lanes = [] } = read.data;
  return (
    <Section title={`What version ${version} says`}>
      {scopes.map((scope) => (
        <Named key={scope.name} of={scope} currency={currency} />
      ))}
      {scopes.length > 0 ? <h3 className="mt-4 mb-1 font-[560]">Everything else</h3> : null}
      <Lines lines={rulesText(defaults, currency)} />
      {limits.length > 0 ? (
        <>
          <h3 className="mt-4 mb-1 font-[560]">Limits that hold at once</h3>
          {limits.map((limit) => (
            <Named key={limit.name} of={limit} currency={currency} />
          ))}
        </>
      ) : null}
      {lanes.length > 0 ? (
        <>
          <h3 className="mt-4 mb-1 font-[560]">Who decides</h3>
          <ol>
            {lanes.map((lane) => (
              <li key={lane.name} className="border-t border-line-soft py-1.5">
                <span className="font-[560]">{lane.name}</span>{" "}
                <span className="text-ink-soft">{laneSentence(lane, currency)}</span>
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </Section>
  );
}

/** A scope or a limit: its name, its items, and its rules once it is opened. */
function Named({ of, currency }: { of: PolicyScope | PolicyLimit; currency: string }) {
  return (
    <details className="border-t border-line-soft py-1.5">
      <summary className="cursor-pointer">
        <span className="font-[560]">{of.name}</span>{" "}
        <span className="text-ink-soft">{matchText(of.match, currency) || "all items"}</span>
      </summary>
      <Lines lines={rulesText(of, currency)} />
    </details>
  );
}

function Lines({ lines }: { lines: readonly SettingText[] }) {
  return (
    <dl>
      {lines.map(({ path, label, value }) => (
        <div key={path} className="flex justify-between gap-6 border-t border-line-soft py-1.5">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="num text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
