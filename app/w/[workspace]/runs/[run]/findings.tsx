"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Count, Unknown } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { StatStrip } from "@/app/_components/ui/stat-strip";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { isHeld } from "../run-text";
import { PriceChanges } from "./price-changes";
import { Proposals } from "./proposals";
import { SkipReasons } from "./skip-reasons";

type Run = Outputs["runs"]["get"];
type Counts = NonNullable<Run["counts"]>;

/** What a run found: its figures, its price changes by size, what became of them, and why items were skipped. */
export function Findings({ run, counts }: { run: Run; counts: Counts }) {
  const query = useQuery(useTRPC().runs.findings.queryOptions({ run_id: run.id }));
  const deletedAt = query.data?.results_deleted_at ?? null;
  return (
    <>
      <Figures run={run} counts={counts} />
      <div className="grid gap-x-10 gap-y-5 wide:grid-cols-2">
        <QueryView query={query} what="what it found" loading={<SkeletonRows rows={4} />}>
          {(findings) => (
            <>
              {findings.changes === null ? (
                <Section title="Price changes by size">
                  <p className="text-pretty text-ink-dim">
                    Not known for this run, which is older than these figures. Runs from now on have them.
                  </p>
                </Section>
              ) : (
                <PriceChanges changes={findings.changes} />
              )}
              <Proposals runId={run.id} findings={findings} />
            </>
          )}
        </QueryView>
        <SkipReasons
          runId={run.id}
          skipped={counts.skipped}
          items={counts.items}
          isListed={query.data !== undefined && deletedAt === null}
        />
      </div>
      {deletedAt === null ? null : (
        <p className="text-xs text-pretty text-ink-dim">
          Which items these were is no longer stored: results of runs are deleted because of their age.
        </p>
      )}
    </>
  );
}

function Figures({ run, counts }: { run: Run; counts: Counts }) {
  const { href } = useWorkspace();
  const skipped = Object.values(counts.skipped).reduce((sum, count) => sum + count, 0);
  const prices = counts.items - skipped;
  const link = "underline decoration-control underline-offset-4 hover:decoration-current";
  return (
    <StatStrip
      size="lg"
      stats={[
        { label: "Items checked", value: <Count value={counts.items} /> },
        {
          label: "Recommendations",
          value: <Count value={counts.recommendations} />,
          detail: (
            <>
              <Parts prices={prices} advice={counts.recommendations - prices} />
              <Link
                className={link}
                href={href(`/recommendations?run=${run.id}${isHeld(run) ? "&status=held" : ""}`)}
              >
                See them
              </Link>
            </>
          ),
        },
        {
          label: "Alerts seen",
          value: <Count value={counts.alerts} />,
          detail: (
            <Link className={link} href={href("/alerts")}>
              Open alerts
            </Link>
          ),
        },
        {
          label: "No new price",
          value: skipped === 0 ? <Unknown word="none" /> : <Count value={skipped} />,
        },
      ]}
    />
  );
}

/** New prices and advice apart: only with the new prices does the number of items without one make up the whole. */
function Parts({ prices, advice }: { prices: number; advice: number }) {
  if (advice <= 0) return null;
  return (
    <>
      <Count value={prices} /> new prices, <Count value={advice} /> to check ·{" "}
    </>
  );
}
