"use client";

import type { ReactNode } from "react";
import { Section } from "@/app/_components/shell/section";
import type { Outputs } from "@/app/_trpc/client";

type Policy = Outputs["policy"]["get"];
type Summary = NonNullable<Policy["summary"]>;
type Rules = Summary["scopes"][number];

/** The active policy in words, for readers who do not read JSON. */
export function PolicySummary({ policy, action }: { policy: Policy; action: ReactNode }) {
  return (
    <Section title={`What version ${policy.version} says`} aside={action}>
      {policy.summary === null ? (
        <p className="text-ink-soft">This page cannot say it in words. Its JSON has every setting.</p>
      ) : (
        <Words summary={policy.summary} />
      )}
    </Section>
  );
}

function Words({ summary }: { summary: Summary }) {
  const { scopes, limits, lanes } = summary;
  return (
    <div className="flex flex-col gap-5">
      <div>
        {scopes.map((scope) => (
          <Named key={scope.name} of={scope} />
        ))}
        {scopes.length > 0 ? <Title>Everything else</Title> : null}
        <Lines lines={summary.everything_else} />
      </div>
      {limits.length > 0 ? (
        <div>
          <Title>Limits that hold at once</Title>
          {limits.map((limit) => (
            <Named key={limit.name} of={limit} />
          ))}
        </div>
      ) : null}
      <div>
        <Title>Who decides</Title>
        <Lanes lanes={lanes} />
      </div>
      <div>
        <Title>Prices, VAT and fees</Title>
        <Lines lines={summary.prices} />
      </div>
      <div>
        <Title>Runs and alerts</Title>
        <Lines lines={summary.runs} />
      </div>
    </div>
  );
}

const Title = ({ children }: { children: string }) => <h3 className="mt-2 mb-1 font-[560]">{children}</h3>;

function Lanes({ lanes }: Pick<Summary, "lanes">) {
  if (lanes.length === 0)
    return <p className="border-t border-line-soft py-1.5 text-ink-soft">One person decides every change.</p>;
  return (
    <ol>
      {lanes.map(({ name, sentence }) => (
        <li key={name} className="border-t border-line-soft py-1.5">
          <span className="font-[560]">{name}</span> <span className="text-ink-soft">{sentence}</span>
        </li>
      ))}
    </ol>
  );
}

/** A scope or a limit: its name, its items, and its rules once it is opened. */
function Named({ of }: { of: Rules }) {
  return (
    <details className="border-t border-line-soft py-1.5">
      <summary className="cursor-pointer">
        <span className="font-[560]">{of.name}</span> <span className="text-ink-soft">{of.items}</span>
      </summary>
      <Lines lines={of.rules} />
    </details>
  );
}

function Lines({ lines }: { lines: Rules["rules"] }) {
  return (
    <dl>
      {lines.map(({ path, label, value }) => (
        <div key={path} className="flex justify-between gap-6 border-t border-line-soft py-1.5">
          <dt className="min-w-0 text-ink-soft">{label}</dt>
          <dd className="num max-w-[65%] shrink-0 text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
