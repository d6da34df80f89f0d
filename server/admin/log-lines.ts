import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { TraceEvent } from "@/server/usecases/traces/trace";

type Line = Readonly<Record<string, unknown>>;

/** What a trace says already, or in another place. */
const LEFT_OUT = new Set(["time", "level", "msg", "workspace"]);
/** How many lines are shown, the newest. */
const MOST = 200;

/** The row that lines are about. */
interface Subject {
  readonly id: string;
  readonly workspaceId: string;
}

/**
 * Returns the lines of a log file that name the row, and what the same requests and jobs logged of its workspace's
 * stores. Callers choose the ids of their requests, so these join no line of another workspace, nor one of none.
 * @param file as the service writes it, one JSON object a line; other lines are skipped
 * @throws the file system's error
 */
export async function logLinesAbout(file: string, subject: Subject): Promise<TraceEvent[]> {
  const origins = new Set<unknown>();
  for await (const line of linesOf(file))
    if (isAbout(line, subject)) origins.add(line["job"]).add(line["request"]);
  origins.delete(undefined);
  const found: TraceEvent[] = [];
  for await (const line of linesOf(file)) {
    const isSameWork = origins.has(line["job"]) || origins.has(line["request"]);
    const isCall = line["msg"] === "store call" && line["workspace"] === subject.workspaceId;
    if (!isAbout(line, subject) && !(isCall && isSameWork)) continue;
    found.push(eventOf(line));
    if (found.length > MOST) found.shift();
  }
  return found;
}

/** Whether a line of the row's workspace, or of the process itself, names the row as what it is about. */
function isAbout({ request: _, workspace, ...fields }: Line, { id, workspaceId }: Subject): boolean {
  return (workspace === undefined || workspace === workspaceId) && Object.values(fields).includes(id);
}

async function* linesOf(file: string): AsyncGenerator<Line> {
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const line = parsed(text);
    if (line !== null) yield line;
  }
}

function parsed(text: string): Line | null {
  try {
    const line: unknown = JSON.parse(text);
    const isLine = typeof line === "object" && line !== null && "time" in line && "msg" in line;
    return isLine && !Number.isNaN(Date.parse(String(line.time))) ? { ...line } : null;
  } catch {
    return null;
  }
}

function eventOf(line: Line): TraceEvent {
  const fields = Object.entries(line)
    .filter(([name, value]) => !LEFT_OUT.has(name) && typeof value !== "object")
    .map(([name, value]) => `${name}=${String(value)}`);
  return {
    at: new Date(String(line["time"])),
    what: [String(line["msg"]), ...fields].join(" "),
    by: `log, ${String(line["level"])}`,
  };
}
