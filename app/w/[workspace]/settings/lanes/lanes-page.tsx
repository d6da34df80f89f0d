"use client";

import { useQuery } from "@tanstack/react-query";
import { Split } from "lucide-react";
import Link from "next/link";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { laneSentence } from "@/server/domain/pricing/lane-text";
import { AutomaticLane } from "./automatic-lane";
import type { LaneState } from "./lane";

/** The lanes of the active policy: who decides about which price changes, and how the automatic ones work. */
export function LanesPage() {
  const trpc = useTRPC();
  const { href } = useWorkspace();
  const query = useQuery(trpc.lanes.list.queryOptions({}));
  const edit = (
    <Button asChild>
      <Link href={href("/policy")}>Edit the policy</Link>
    </Button>
  );
  return (
    <QueryView query={query} what="the rules">
      {({ lanes, currency, active_items: items }) =>
        lanes.length === 0 ? (
          <EmptyState icon={<Split />} title="One person decides about every price" action={edit}>
            Rules of the policy can leave small changes to Pricecheck, and ask two people about large ones.
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-8">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <p className="max-w-xl text-ink-soft">
                The first rule that matches a price change says who decides; one person decides what no rule
                matches. The rules are part of the policy and change with it.
              </p>
              {edit}
            </div>
            <ol className="flex flex-col gap-8">
              {lanes.map((state, index) => (
                <li key={state.lane.name}>
                  <LaneSection state={state} position={index + 1} activeItems={items} currency={currency} />
                </li>
              ))}
            </ol>
          </div>
        )
      }
    </QueryView>
  );
}

const MODES = {
  closed: { label: "off", tone: "neutral" },
  shadow: { label: "in shadow", tone: "warn" },
  open: { label: "on", tone: "accent" },
} as const;

function LaneSection(props: { state: LaneState; position: number; activeItems: number; currency: string }) {
  const { lane, mode } = props.state;
  const badge = mode ? <Badge tone={MODES[mode].tone}>{MODES[mode].label}</Badge> : null;
  return (
    <Section title={`${props.position}. ${lane.name}`} aside={badge}>
      <p className="text-ink-soft first-letter:uppercase">{laneSentence(lane, props.currency)}</p>
      {mode ? <AutomaticLane state={props.state} mode={mode} activeItems={props.activeItems} /> : null}
    </Section>
  );
}
