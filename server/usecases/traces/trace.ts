import type { TracedKind } from "@/server/db/traces/named";
import type { AlertAbout, WaitingJob } from "@/server/db/traces/pending";
import { listAudit, type NamedEvent } from "../audit/list";
import type { RequestContext } from "../request-context";

/** Something that happened: when, what, and who did it. */
export interface TraceEvent {
  readonly at: Date;
  readonly what: string;
  readonly by: string;
}

/** What a row waits for, and until when; `until` is null where no time is known. */
export interface Wait {
  readonly for: string;
  readonly until: Date | null;
}

/** The life of a row, from its own columns, rows beside it and the audit log. It holds no secret. */
export interface Trace {
  readonly kind: TracedKind;
  readonly id: string;
  readonly workspaceId: string;
  readonly status: string;
  /** What it is, a sentence each. */
  readonly facts: readonly string[];
  /** In the order of their times. */
  readonly events: readonly TraceEvent[];
  /** Null once it has ended. */
  readonly waits: Wait | null;
}

/** How the service is named where no person acted. */
export const SERVICE = "Pricecheck";

/** The most events of the audit log that a trace shows for one object, the newest. */
const MAX_AUDIT = 100;
/** Fields of an event that say what came of it. Others may be long. */
const REPORTED = ["status", "reason", "store_answer", "error", "lane", "note", "held"] as const;
const MAX_TEXT = 300;

/** Returns the events of the audit log about these objects, with the present names of who acted. */
export async function auditedEvents(
  context: RequestContext,
  subjects: readonly string[],
): Promise<TraceEvent[]> {
  const found: TraceEvent[] = [];
  for (const subject of subjects) {
    const filter = { actor: null, action: null, subject, from: null, to: null };
    const { events } = await listAudit(context, filter, { before: null, limit: MAX_AUDIT });
    found.push(...events.map(eventOf));
  }
  return found;
}

function eventOf({ entry, actorName, actorDetail }: NamedEvent): TraceEvent {
  const after = entry.after === null ? {} : fieldsOf(entry.after);
  const parts = REPORTED.flatMap((field) =>
    isPlain(after[field]) ? [`${field} ${String(after[field])}`] : [],
  );
  const who = actorDetail === null ? actorName : `${actorName} (${actorDetail})`;
  const request = entry.request_id === null ? "" : `, ${entry.request_id}`;
  return {
    at: new Date(entry.at),
    what: [entry.action, ...parts].join(" · ").slice(0, MAX_TEXT),
    by: `${who} by ${entry.via}${request}`,
  };
}

const isPlain = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
}

/** Returns when these alerts were raised. */
export const alertEvents = (alerts: readonly AlertAbout[]): TraceEvent[] =>
  alerts.map(({ kind, message, firstSeen: at }) => ({ at, what: `alert ${kind}: ${message}`, by: SERVICE }));

/** Returns the events in the order of their times. */
export const inOrder = (events: readonly TraceEvent[]): TraceEvent[] =>
  events.toSorted((a, b) => a.at.getTime() - b.at.getTime());

/** Returns what a row waits for that only a worker has to take up. */
export function waitsForWorker(job: WaitingJob | null): Wait {
  if (job === null) return { for: "a worker to find it: it has no job in the queue", until: null };
  const begun = job.attempts === 0 ? "" : `, begun ${job.attempts} times`;
  if (job.locked) return { for: `the worker that has its job ${job.id}${begun}`, until: null };
  return { for: `a worker to take its job ${job.id}${begun}`, until: job.runAt };
}
