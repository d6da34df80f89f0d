"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Age } from "@/app/_components/pricing/age";
import { Count } from "@/app/_components/pricing/price";
import { PriceChange } from "@/app/_components/pricing/price-change";
import { Banner } from "@/app/_components/ui/banner";
import { FormDialog } from "@/app/_components/ui/form-dialog";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { QueryView } from "@/app/_trpc/query-view";
import { useSetMode } from "./use-set-mode";

type Trial = Outputs["lanes"]["trial"];
type Example = Trial["examples"][number];

const TEXTS = {
  shadow: {
    title: "Try it in shadow",
    description: "It decides after each run and writes nothing; its record shows what it would have done.",
    submit: "Start the shadow",
  },
  open: {
    title: "Turn it on",
    description: "It approves what fits after each run, and Pricecheck writes these prices to the store.",
    submit: "Turn on the rule",
  },
} as const;

/** Shows what the lane would have done with past decisions, and switches it on when the person has seen that. */
export function SwitchDialog(props: { lane: string; to: "shadow" | "open"; onLeave: () => void }) {
  const { lane, to, onLeave } = props;
  const trpc = useTRPC();
  const trial = useQuery(trpc.lanes.trial.queryOptions({ lane }));
  const change = useSetMode(lane, onLeave);
  const texts = TEXTS[to];
  return (
    <FormDialog
      title={`${texts.title}: ${lane}`}
      description={texts.description}
      submitLabel={texts.submit}
      onSubmit={() => change.mutate({ lane, mode: to, proof: trial.data?.proof })}
      pending={change.isPending}
      disabled={trial.data === undefined || trial.isFetching}
      onLeave={onLeave}
    >
      <QueryView query={trial} what="the trial of the rule">
        {(result) => <TrialResult result={result} />}
      </QueryView>
      {change.error ? <Banner tone="bad">{failureOf(change.error).message}</Banner> : null}
    </FormDialog>
  );
}

function TrialResult({ result }: { result: Trial }) {
  const { days, decisions, passed, disagreed, examples } = result;
  if (decisions === 0)
    return (
      <Banner tone="warn" title="Nothing to try it on.">
        Nobody has decided about a price change in the last {days} days, so there is nothing to compare it
        with.
      </Banner>
    );
  return (
    <div className="flex flex-col gap-3">
      <p>
        Of the <Count value={decisions} /> price changes that people decided about in the last {days} days,{" "}
        <strong>
          <Count value={passed} /> would have passed
        </strong>
        .{passed === 0 ? null : ` ${disagreementText(disagreed)}`}
      </p>
      {examples.length > 0 ? (
        <ul className="relative max-h-64 overflow-y-auto">
          {examples.map((example) => (
            <ExampleRow key={example.recommendation_id} example={example} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function disagreementText({ rejected, other_price, reverted }: Trial["disagreed"]): string {
  const parts = [
    ...(rejected > 0 ? [`rejected or dismissed ${rejected}`] : []),
    ...(other_price > 0 ? [`given ${other_price} another price`] : []),
    ...(reverted > 0 ? [`taken ${reverted} back`] : []),
  ];
  const last = parts.pop();
  if (last === undefined) return "People had approved all of them.";
  return `People had ${parts.length > 0 ? `${parts.join(", ")} and ${last}` : last} of them:`;
}

const LABELS: Readonly<Record<Example["disagreement"], string>> = {
  rejected: "rejected",
  other_price: "another price",
  reverted: "taken back",
};

function ExampleRow({ example }: { example: Example }) {
  const { href } = useWorkspace();
  const { item, current_price: from, recommended_price: to, by, at, reason, disagreement } = example;
  return (
    <li className="border-t border-line-soft py-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          className="min-w-0 truncate underline decoration-control underline-offset-4"
          href={href(`/recommendations/${example.recommendation_id}`)}
        >
          {item.title}
        </Link>
        {to ? <PriceChange before={from} after={to} /> : null}
      </div>
      <p className="text-xs text-pretty text-ink-dim">
        {LABELS[disagreement]}
        {by ? ` by ${by}` : ""}, <Age at={at} phrase />
        {reason ? `: “${reason}”` : ""}
      </p>
    </li>
  );
}
