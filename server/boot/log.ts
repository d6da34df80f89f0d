import { type DestinationStream, pino } from "pino";
import type { Env } from "@/server/boot/env";
import { tellsOfEndedWork } from "@/server/domain/log/events";
import type { Log } from "@/server/usecases/services";

/** The log of a process. */
export interface ProcessLog extends Log {
  /**
   * Writes from now on only what work came to that ends late, and nothing of what fails because the database and other
   * resources end before it.
   */
  endWithWork(): void;
}

/**
 * Opens the service's log: one JSON object per line, with credentials removed.
 * @param to where it is written; standard output unless given
 */
export function openLog(level: Env["LOG_LEVEL"], to?: DestinationStream): ProcessLog {
  let workIsOver = false;
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: ["*.authorization", "*.cookie", "*.secret", "*.password", "*.token"],
    hooks: {
      logMethod(this: pino.Logger, line: Parameters<pino.LogFn>, write: pino.LogFn) {
        if (!workIsOver || tellsOfEndedWork(String(line[1]))) write.apply(this, line);
      },
    },
  };
  const log = to === undefined ? pino(options) : pino(options, to);
  return Object.assign(log, { endWithWork: () => void (workIsOver = true) });
}
