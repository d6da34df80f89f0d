"use client";

import { Section } from "@/app/_components/shell/section";
import { matchText } from "@/server/domain/pricing/match-text";
import { PolicyDocument } from "@/server/domain/pricing/policy";
import { laneSentence, rulesText, type SettingText } from "@/server/domain/pricing/policy-text";

/** The policy as text, for readers who do not read JSON. Renders nothing for a document this page cannot parse. */
export function PolicySummary({ document, version }: { document: unknown; version: number }) {
  const read = PolicyDocument.safeParse(document);
  if (!read.success) return null;
  const { scopes = [], defaults = {}, lanes = [] } = read.data;
  return (
    <Section title={`What version ${version} says`}>
      {scopes.map((scope) => (
        <details key={scope.name} className="border-t border-line-soft py-1.5">
          <summary className="cursor-pointer">
            <span className="font-[560]">{scope.name}</span>{" "}
            <span className="text-ink-soft">{matchText(scope.match)}</span>
          </summary>
          <Lines lines={rulesText(scope)} />
        </details>
      ))}
      {scopes.length > 0 ? <h3 className="mt-4 mb-1 font-[560]">Everything else</h3> : null}
      <Lines lines={rulesText(defaults)} />
      {lanes.length > 0 ? (
        <>
          <h3 className="mt-4 mb-1 font-[560]">Who decides</h3>
          <ol>
            {lanes.map((lane) => (
              <li key={lane.name} className="border-t border-line-soft py-1.5">
                <span className="font-[560]">{lane.name}</span>{" "}
                <span className="text-ink-soft">{laneSentence(lane)}</span>
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </Section>
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
