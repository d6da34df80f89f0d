"use client";

import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import Link from "next/link";
import { cn } from "@/app/_components/class-names";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { useItemCount, useSummary } from "../_frame/nav-items";
import { overviewQueries } from "./queries";

/** The setup steps a new workspace still lacks; hidden when all are done. */
export function FirstSteps() {
  const trpc = useTRPC();
  const { href, may } = useWorkspace();
  const counted = useSummary();
  const itemCount = useItemCount();
  const queries = overviewQueries(trpc);
  const runs = useQuery(queries.newestRun).data;
  const pricing = useQuery(queries.pricing).data;
  if (!counted || itemCount === undefined || !runs || !pricing) return null;
  const steps = [
    {
      label: "Say the currency, and whether prices include VAT",
      href: href("/settings/workspace"),
      done: pricing.confirmed_at !== null,
      shown: may("settings:policy"),
    },
    {
      label: "Connect a store",
      href: href("/settings/integrations"),
      done: counted.store !== null,
      shown: may("settings:integrations"),
    },
    {
      label: "Get items into the catalog",
      href: href("/catalog/import"),
      done: itemCount > 0,
      shown: true,
    },
    { label: "Start a run", href: href("/runs"), done: runs.data.length > 0, shown: true },
  ].filter(({ shown }) => shown);
  if (steps.every(({ done }) => done)) return null;
  return (
    <section aria-labelledby="first-steps" className="rounded-xl border border-line bg-panel p-4">
      <h2 id="first-steps" className="font-[620]">
        First steps
      </h2>
      <ol className="mt-2 flex flex-col gap-1">
        {steps.map((step, index) => (
          <li key={step.label} className="flex items-center gap-2.5 max-md:min-h-11">
            <span
              aria-hidden
              className={cn(
                "num flex size-5 items-center justify-center rounded-full text-xs",
                step.done ? "bg-accent text-on-accent" : "border border-control text-ink-soft",
              )}
            >
              {step.done ? <Check className="size-3" strokeWidth={3} /> : index + 1}
            </span>
            {step.done ? (
              <span className="text-ink-dim">
                {step.label}
                <span className="sr-only"> (done)</span>
              </span>
            ) : (
              <Link href={step.href} className="underline decoration-control underline-offset-4">
                {step.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
