"use client";

import { Count } from "@/app/_components/pricing/price";
import { StatusBadge } from "@/app/_components/pricing/status-badge";
import { Section } from "@/app/_components/shell/section";
import { QuietLink } from "@/app/_components/ui/quiet-link";
import { useWorkspace } from "@/app/_session/workspace";
import type { Outputs } from "@/app/_trpc/client";
import { VISIBLE_RECOMMENDATION_STATUSES } from "@/server/domain/recommendations/recommendation";
import { Share } from "./skip-reasons";

type Findings = Outputs["runs"]["findings"];

/**
 * What became of the recommendations that a run created, by their present status, each with a link to them. One whose
 * inputs changed is counted with the one that replaced it.
 */
export function Proposals({ runId, findings }: { runId: string; findings: Findings }) {
  const { href } = useWorkspace();
  const { changes, proposals } = findings;
  const standing = proposals.reduce((sum, { count }) => sum + count, 0);
  const deleted = changes === null ? 0 : changes.created - standing;
  const renewed = Math.max(0, -deleted);
  if (standing === 0 && deleted <= 0) return <Confirmed count={changes?.confirmed ?? 0} />;
  const ordered = proposals.toSorted(
    (a, b) =>
      VISIBLE_RECOMMENDATION_STATUSES.indexOf(a.status) - VISIBLE_RECOMMENDATION_STATUSES.indexOf(b.status),
  );
  return (
    <Section title="What became of its recommendations">
      <ul>
        {ordered.map(({ status, count }) => (
          <li
            key={status}
            className="grid grid-cols-[minmax(0,1fr)_120px_56px] items-center gap-x-4 border-t border-line-soft py-2 max-md:grid-cols-[minmax(0,1fr)_56px]"
          >
            <QuietLink href={href(`/recommendations?run=${runId}&status=${status}`)}>
              <StatusBadge of="recommendation" status={status} />
            </QuietLink>
            <Share of={count} among={standing} />
            <Count value={count} className="text-right" />
          </li>
        ))}
      </ul>
      {deleted > 0 ? (
        <p className="mt-2 text-xs text-ink-dim">
          <Count value={deleted} /> more were replaced or left undecided, and deleted since because of their
          age.
        </p>
      ) : null}
      {renewed > 0 ? (
        <p className="mt-2 text-xs text-ink-dim">
          <Count value={renewed} /> of them replaced one of the run’s that had become out of date.
        </p>
      ) : null}
      <Confirmed count={changes?.confirmed ?? 0} />
    </Section>
  );
}

/** How many recommendations of earlier runs still hold, which are counted with the runs that created them. */
function Confirmed({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-2 text-xs text-ink-dim">
      <Count value={count} /> of earlier runs still hold; they are counted with those runs.
    </p>
  );
}
