"use client";

import type { ReactNode } from "react";
import { Percent } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { PolicyDocument } from "@/server/domain/pricing/policy";

type Rules = NonNullable<PolicyDocument["defaults"]>;

/** What the policy says, for those who do not read JSON. A document this page cannot read is left to the editor. */
export function PolicyInWords({ document, version }: { document: unknown; version: number }) {
  const read = PolicyDocument.safeParse(document);
  if (!read.success) return null;
  const policy = read.data;
  const { constraints, gates, strategy, rounding } = policy.defaults ?? {};
  const scopes = policy.scopes ?? [];
  return (
    <Section title={`What version ${version} says`}>
      <dl>
        <Line label="Aim">
          <Strategy strategy={strategy} />
        </Line>
        <Line label="Margin at least">
          <Share ratio={constraints?.margin_floor} />
        </Line>
        <Line label="Change at most, a run">
          <Share ratio={constraints?.max_change} />
        </Line>
        <Line label="Prices end in">{rounding?.endings?.join(", ") || "anything"}</Line>
        <Line label="Cost at most">{days(gates?.max_cost_age_days)}</Line>
        <Line label="Competitor prices at most">{days(gates?.max_observation_age_days)}</Line>
        <Line label="Competitor prices needed">{gates?.min_observations ?? "as usual"}</Line>
        {scopes.length > 0 ? (
          <Line label="Rules of their own">{scopes.map(({ name }) => name).join(", ")}</Line>
        ) : null}
        <Line label="Held back when a run would change more than">
          <Share ratio={policy.breaker?.max_share} /> of the items
        </Line>
      </dl>
    </Section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 border-t border-line-soft py-1.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="num text-right">{children}</dd>
    </div>
  );
}

function Share({ ratio }: { ratio: string | null | undefined }) {
  if (ratio === undefined) return <>as usual</>;
  if (ratio === null) return <>no limit</>;
  return <Percent ratio={ratio} />;
}

const days = (count: number | null | undefined): string =>
  count === undefined ? "as usual" : count === null ? "of any age" : `${count} days old`;

const FIGURES = { min: "the cheapest offer", median: "the market median", max: "the dearest offer" };

const referenceWords = ({
  against,
  seller,
}: {
  against: keyof typeof FIGURES | "seller";
  seller?: string | undefined;
}) => (against === "seller" ? seller : FIGURES[against]);

function Strategy({ strategy }: { strategy: Rules["strategy"] }) {
  switch (strategy?.type) {
    case undefined:
      return <>as usual</>;
    case "hold":
      return <>hold the price</>;
    case "cost_plus":
      return strategy.margin === undefined ? (
        <>
          cost plus <Percent ratio={strategy.markup ?? null} />
        </>
      ) : (
        <>
          a margin of <Percent ratio={strategy.margin} />
        </>
      );
    case "position":
      return (
        <>
          {referenceWords(strategy)}
          {strategy.ratio === undefined ? null : (
            <>
              {" "}
              <Percent ratio={strategy.ratio} signed />
            </>
          )}
          {strategy.amount === undefined ? null : ` ${strategy.amount}`}
        </>
      );
    case "index":
      return (
        <>
          <Percent ratio={strategy.index} /> of {referenceWords(strategy)}
        </>
      );
  }
}
