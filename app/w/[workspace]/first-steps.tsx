"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useWorkspace } from "@/app/_session/workspace";
import { SAMPLE_SHOP_ITEMS } from "@/server/domain/sample-shop/size";
import { useSummary } from "./_frame/nav-items";
import { ApprovePrice, ConfirmAddress, GetShop, GoTo, StartFirstRun } from "./first-step-actions";
import { type Found as FirstStepsFound, type StepName, stepsOf } from "./first-steps-of";
import { useOverview } from "./use-overview";

const POLL_MS = 1_500;

const TEXT: Readonly<Record<StepName, { readonly label: string; readonly detail: string }>> = {
  address: {
    label: "Confirm your e-mail address",
    detail: "Stores, runs and API keys need it.",
  },
  shop: {
    label: "Add your items and a store",
    detail: "Connect your store, or import a file with your items and their costs.",
  },
  pricing: {
    label: "Set the currency, and whether prices include VAT",
    detail: "Margins are calculated with it.",
  },
  market: {
    label: "Add competitors’ prices",
    detail: "Import what others charge, or have their pages watched from an item.",
  },
  run: {
    label: "Start the first run",
    detail: "It checks every item against costs, market and policy.",
  },
  price: {
    label: "Approve a price",
    detail: "It is written to the store once, and read back.",
  },
};

const WITH_SAMPLE = `The sample shop has ${SAMPLE_SHOP_ITEMS} items, costs, competitors and a store to write to, and its first run begins at once. Or bring your own.`;

const WITH_SANDBOX =
  "Connect your store, so that approved prices are written to it. Or use the sandbox store first: it takes your items, and nobody buys there.";

/** The steps of a new workspace to the first price in its store; hidden when all are done. */
export function FirstSteps() {
  const { queries } = useOverview();
  const { plan, emailConfirmed, may } = useWorkspace();
  const counted = useSummary();
  const found = useQuery({
    ...queries.firstSteps,
    refetchInterval: ({ state }) =>
      state.data?.run === "queued" || state.data?.run === "running" ? POLL_MS : false,
  }).data;
  if (!counted || !found) return null;
  const steps = stepsOf(found, { plan, emailConfirmed, may });
  const next = steps.find(({ done }) => !done)?.name;
  if (next === undefined) return null;
  const actions: Readonly<Record<StepName, ReactNode>> = {
    address: <ConfirmAddress />,
    shop: <GetShop found={found} />,
    pricing: <GoTo path="/settings/workspace">Set currency and VAT</GoTo>,
    market: <GoTo path="/catalog/import?kind=observations">Import prices</GoTo>,
    run: <StartFirstRun state={found.run} />,
    price: <ApprovePrice waiting={counted.waiting} found={counted.new_recommendations} />,
  };
  return (
    <section aria-labelledby="first-steps" className="max-w-6xl rounded-xl border border-line bg-panel p-4">
      <h2 id="first-steps" className="font-[620]">
        First steps to a price in your store
      </h2>
      <ol className="mt-2 flex flex-col">
        {steps.map(({ name, done }, index) => (
          <Step
            key={name}
            label={TEXT[name].label}
            detail={name === "shop" ? shopDetail(found) : TEXT[name].detail}
            number={index + 1}
            done={done}
            current={name === next}
          >
            {actions[name]}
          </Step>
        ))}
      </ol>
    </section>
  );
}

function shopDetail({ sample_offered, sandbox_offered }: FirstStepsFound): string {
  if (sample_offered) return WITH_SAMPLE;
  return sandbox_offered ? WITH_SANDBOX : TEXT.shop.detail;
}

function Step(props: {
  label: string;
  detail: string;
  number: number;
  done: boolean;
  current: boolean;
  children: ReactNode;
}) {
  const { label, detail, done, current } = props;
  return (
    <li
      aria-current={current ? "step" : undefined}
      className="flex items-start gap-2.5 border-t border-line-soft py-2.5 first:border-t-0 max-lg:flex-wrap"
    >
      <span
        aria-hidden
        className={clsx(
          "num mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full text-xs",
          done ? "bg-accent text-on-accent" : "border border-control text-ink-soft",
        )}
      >
        {done ? <Check className="size-3" strokeWidth={3} /> : props.number}
      </span>
      <div className="min-w-0 flex-1 max-lg:basis-[calc(100%-2rem)]">
        <p className={clsx(done || !current ? "text-ink-soft" : "font-[560]")}>
          {label}
          {done ? <span className="sr-only"> (done)</span> : null}
        </p>
        {current ? <p className="text-ink-soft">{detail}</p> : null}
      </div>
      {current ? <div className="flex flex-wrap gap-2 max-lg:ml-7.5">{props.children}</div> : null}
    </li>
  );
}
