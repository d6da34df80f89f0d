import { AsyncLocalStorage } from "node:async_hooks";
import { type ErrorFacts, errorFacts } from "@/server/domain/log/error-facts";
import { type LogEventName, type LogFields, type LogLevel, logEvent } from "@/server/domain/log/events";
import type { Services } from "./services";

/** The request or the worker's job that work belongs to. */
export type Origin = { readonly request: string } | { readonly job: string };

const origins = new AsyncLocalStorage<Origin>();

/** Does the work as that of a request or a job, which its lines of the log then name. */
export const withOrigin = <T>(origin: Origin, work: () => T): T => origins.run(origin, work);

/**
 * Writes the line of an event, with the workspace and the request or job that the work belongs to.
 * @param workspaceId null for what belongs to no workspace
 */
export function report<E extends LogEventName>(
  { log }: Pick<Services, "log">,
  workspaceId: string | null,
  event: E,
  fields: Omit<LogFields<E>, "workspace" | "request" | "job">,
  level: LogLevel = "info",
): void {
  logEvent(log, event, { workspace: workspaceId, ...fields, ...origins.getStore() } as LogFields<E>, level);
}

/** Writes the line of an error that nothing foresaw, with its class and place but without its text. */
export function reportUnexpected(
  services: Pick<Services, "log">,
  workspaceId: string | null,
  about: Omit<LogFields<"unexpected error">, "workspace" | "request" | "job" | keyof ErrorFacts>,
  error: unknown,
): void {
  report(services, workspaceId, "unexpected error", { ...about, ...errorFacts(error) }, "error");
}
