import { resolve } from "node:path";
import { findTrace } from "@/server/usecases/traces/find";
import type { Trace, TraceEvent } from "@/server/usecases/traces/trace";
import { presentPrice } from "@/server/usecases/traces/write-back";
import { argument, command, flag, optional, UsageError } from "./command";
import { logLinesAbout } from "./log-lines";

/** Returns a time in UTC to the millisecond, such as `2026-11-26 14:03:11.042Z`. */
const utc = (at: Date): string => at.toISOString().replace("T", " ");

const lineOf = ({ at, what, by }: TraceEvent): string => `${utc(at)}  ${what} · ${by}`;

function screenOf(trace: Trace, events: readonly TraceEvent[], store: string | null): string[] {
  const { kind, id, workspaceId, status, facts, waits } = trace;
  const until = waits?.until ? `, until ${utc(waits.until)}` : "";
  return [
    `${kind.replace("_", "-")} ${id} of ${workspaceId}: ${status}`,
    ...facts.map((fact) => `  ${fact}`),
    "",
    ...events.map(lineOf),
    "",
    ...(store === null ? [] : [store]),
    waits === null ? `Ended as ${status}; it waits for nothing.` : `Waits for ${waits.for}${until}.`,
  ];
}

export const why = [
  command(
    "why",
    "Tells the life of a write-back, recommendation, run, competitor's page (offer) or webhook delivery, and what it waits for",
    { id: argument("ID"), log: optional("FILE"), store: flag },
    async ({ services, folder, print }, { id, log, store }) => {
      const { trace, context } = await findTrace(services, id);
      const { kind, workspaceId: workspace, status, waits } = trace;
      if (store && kind !== "write_back")
        throw new UsageError("--store asks for the present price of a write-back; this id is none of one.");
      const logged = log === undefined ? [] : await logLinesAbout(resolve(folder, log), trace);
      const events = [...trace.events, ...logged].toSorted((a, b) => a.at.getTime() - b.at.getTime());
      const price = store ? await presentPrice(context, id) : null;
      for (const line of screenOf(trace, events, price)) print?.(line);
      return {
        id,
        kind,
        workspace,
        status,
        waits_for: waits?.for ?? null,
        until: waits?.until?.toISOString() ?? null,
        ...(price === null ? {} : { store: price }),
      };
    },
    { reachesStores: ({ store }) => store },
  ),
];
