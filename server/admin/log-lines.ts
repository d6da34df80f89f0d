import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { TraceEvent } from "@/server/usecases/traces/trace";

type Line = Readonly<Record<string, unknown>>;

/** What a trace says already, or in another place. */
const LEFT_OUT = new Set(["time", "level", "msg", "workspace"]);
/** How many lines are shown, the newest. */
const MOST = 200;

/**
 * Returns the lines of a log file that name the id, and what the same requests and jobs logged of stores.
 * @param file as the service writes it, one JSON object a line; other lines are skipped
 * @throws the file system's error
 */
export async function logLinesAbout(file: string, id: string): Promise<TraceEvent[]> {
  const origins = new Set<unknown>();
  for await (const line of linesOf(file)) if (names(line, id)) origins.add(line["job"]).add(line["request"]);
  origins.delete(undefined);
  const found: TraceEvent[] = [];
  for await (const line of linesOf(file)) {
    const isSameWork = origins.has(line["job"]) || origins.has(line["request"]);
    if (!names(line, id) && !(line["msg"] === "store call" && isSameWork)) continue;
    found.push(eventOf(line));
    if (found.length > MOST) found.shift();
  }
  return found;
}

const names = (line: Line, id: string): boolean => Object.values(line).includes(id);

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
