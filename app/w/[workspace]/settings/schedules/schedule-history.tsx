"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Badge, type BadgeTone } from "@/app/_components/ui/badge";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { PagedView } from "@/app/_trpc/query-view";
import type { Schedule } from "./schedule";
import { outcomeText, shopTimeText } from "./schedule-text";

const SHOWN = 5;

type Occurrence = Outputs["schedules"]["occurrences"]["data"][number];

const STATUSES: Readonly<Record<Occurrence["status"], { words: string; tone: BadgeTone }>> = {
  running: { words: "Under way", tone: "neutral" },
  succeeded: { words: "Done", tone: "accent" },
  skipped: { words: "Skipped", tone: "neutral" },
  failed: { words: "Failed", tone: "bad" },
};

/** When the schedule began, latest first, and what came of it. Reloaded when its latest occurrence changes. */
export function ScheduleHistory({ schedule }: { schedule: Schedule }) {
  const trpc = useTRPC();
  const query = useInfiniteQuery(
    trpc.schedules.occurrences.infiniteQueryOptions(
      { schedule_id: schedule.id, limit: SHOWN },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  );
  return (
    <PagedView
      query={query}
      noun={`times “${schedule.name}” began`}
      empty={<p className="text-ink-dim">It has not begun yet.</p>}
    >
      {(rows) => (
        <Table caption={`History of ${schedule.name}`}>
          <TableHead>
            <tr>
              <Th>Began for</Th>
              <Th>Status</Th>
              <Th>What came of it</Th>
            </tr>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <OccurrenceRow key={row.id} row={row} timeZone={schedule.time_zone} />
            ))}
          </TableBody>
        </Table>
      )}
    </PagedView>
  );
}

function OccurrenceRow({ row, timeZone }: { row: Occurrence; timeZone: string }) {
  const { href } = useWorkspace();
  const { words, tone } = STATUSES[row.status];
  return (
    <TableRow>
      <Td className="num whitespace-nowrap">
        <time dateTime={row.slot_at}>{shopTimeText(row.slot_at, timeZone)}</time>
      </Td>
      <Td>
        <Badge tone={tone}>{words}</Badge>
      </Td>
      <Td className="w-full text-pretty text-ink-soft">
        {outcomeText(row)}{" "}
        {row.run_id ? (
          <Link
            className="underline decoration-control underline-offset-4 hover:decoration-current"
            href={href(`/runs/${row.run_id}`)}
          >
            See the run
          </Link>
        ) : null}
      </Td>
    </TableRow>
  );
}
