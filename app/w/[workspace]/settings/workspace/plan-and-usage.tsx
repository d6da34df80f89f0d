"use client";

import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import type { Outputs } from "@/app/_trpc/client";
import { Meter } from "./meter";

type Status = Outputs["workspace"]["status"];

const STATES = {
  trial: { label: "Trial", tone: "neutral" },
  active: { label: "Active", tone: "accent" },
  past_due: { label: "Payment overdue", tone: "warn" },
  suspended: { label: "Suspended", tone: "bad" },
  deleting: { label: "Being deleted", tone: "bad" },
} as const;

/** The plan, its start, and the usage of each of its limits. */
export function PlanAndUsage({ status }: { status: Status }) {
  const { lifecycle, usage } = status;
  const state = STATES[lifecycle.state];
  return (
    <Section title="Plan and usage">
      <p className="mb-3 flex flex-wrap items-center gap-2">
        <span className="text-base font-[620]">
          {lifecycle.plan.charAt(0).toUpperCase() + lifecycle.plan.slice(1)}
        </span>
        <Badge tone={state.tone}>{state.label}</Badge>
        <span className="text-xs text-ink-dim">
          since <Age at={lifecycle.since} phrase />
        </span>
      </p>
      <UsageMeters usage={usage} />
    </Section>
  );
}

/** One line per limit: its usage and, for a periodic limit, the time of its reset. */
function UsageMeters({ usage }: { usage: Status["usage"] }) {
  return (
    <ul className="flex flex-col gap-3">
      <Meter label="Items" used={usage.items.used} limit={usage.items.limit} />
      <PeriodMeter label="Runs today" of={usage.runs} />
      <PeriodMeter label="Page checks this month" of={usage.checks} />
      <Meter
        label="Members"
        used={usage.members.used}
        limit={usage.members.limit}
        note="with invitations that wait"
      />
      <Meter label="API keys" used={usage.tokens.used} limit={usage.tokens.limit} />
    </ul>
  );
}

/** A limit whose usage is reset when its period ends. */
function PeriodMeter({
  label,
  of: { used, limit, resets_at: at },
}: {
  label: string;
  of: Status["usage"]["runs"];
}) {
  const note = (
    <>
      renews <Age at={at} phrase />
    </>
  );
  return <Meter label={label} used={used} limit={limit} note={note} />;
}
