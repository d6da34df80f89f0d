import { pino } from "pino";
import type { Env } from "@/server/boot/env";
import type { Log } from "@/server/usecases/request-context";

/** The service's log: one JSON object per line on standard output, with credentials removed. */
export const openLog = (level: Env["LOG_LEVEL"]): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ["*.authorization", "*.cookie", "*.secret", "*.password", "*.token"],
  });
