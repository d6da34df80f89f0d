import { pino } from "pino";
import type { Env } from "@/server/boot/env";
import type { Log } from "@/server/usecases/request-context";

/** The log of a process. */
export interface ProcessLog extends Log {
  /** Writes no more lines from now on. */
  mute(): void;
}

/** The service's log: one JSON object per line on standard output, with credentials removed. */
export function openLog(level: Env["LOG_LEVEL"]): ProcessLog {
  const log = pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ["*.authorization", "*.cookie", "*.secret", "*.password", "*.token"],
  });
  return Object.assign(log, { mute: () => void (log.level = "silent") });
}
