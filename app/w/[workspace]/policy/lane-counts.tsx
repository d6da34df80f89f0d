"use client";

import { Count } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import type { LaneCount } from "@/server/domain/pricing/lane-counts";
import { deciderText } from "@/server/domain/pricing/lane-text";

/** The counts of a preview: who would decide about the draft's price changes, and about the active policy's. */
export interface LaneCountsBySide {
  readonly draft: readonly LaneCount[];
  readonly active: readonly LaneCount[];
}

/**
 * Who would decide about the price changes of a run with the draft, beside the active policy; nothing without lanes.
 */
export function LaneCounts({ lanes }: { lanes: LaneCountsBySide }) {
  if (lanes.draft.length + lanes.active.length === 2) return null;
  return (
    <Section title="Who would decide">
      <Table caption="Price changes by rule">
        <TableHead>
          <tr>
            <Th>Rule</Th>
            <Th numeric>Draft</Th>
            <Th numeric>Active</Th>
          </tr>
        </TableHead>
        <TableBody>
          {namesOf(lanes).map((name) => (
            <TableRow key={name ?? ""}>
              <Td>{name ?? "Under no rule"}</Td>
              <Td numeric>
                <Counted count={countOf(lanes.draft, name)} />
              </Td>
              <Td numeric>
                <Counted count={countOf(lanes.active, name)} />
              </Td>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <p className="mt-2 text-xs text-pretty text-ink-dim">
        What an automatic rule would approve if it were on and had approved nothing in the last 24 hours.
      </p>
    </Section>
  );
}

/** The draft's lanes in their order, those that only the active policy has, and at the end no lane. */
const namesOf = ({ draft, active }: LaneCountsBySide): (string | null)[] => {
  const names = [...new Set([...draft, ...active].map(({ lane }) => lane))];
  return [...names.filter((name) => name !== null), null];
};

const countOf = (counts: readonly LaneCount[], name: string | null): LaneCount | undefined =>
  counts.find(({ lane }) => lane === name);

function Counted({ count }: { count: LaneCount | undefined }) {
  if (count === undefined) return <span className="text-xs text-ink-dim">no such rule</span>;
  return (
    <>
      <Count value={count.items} />
      <span className="block text-xs whitespace-normal text-ink-dim">
        {count.passes === null ? (
          deciderText(count.decided_by)
        ) : (
          <>
            approves <Count value={count.passes} />
          </>
        )}
      </span>
    </>
  );
}
