import { type Tenant, tenantOf } from "@/server/db/database/tenant";
import { type DuePart, dueWork, type JobPayload, type TaskName } from "@/server/db/queue/queue";
import { runSync } from "@/server/usecases/integrations/sync";
import { checkPage } from "@/server/usecases/offers/check-page";
import type { Services } from "@/server/usecases/request-context";
import { processRun } from "@/server/usecases/runs/process";
import { processTrial } from "@/server/usecases/trials/process";
import { processWriteBack } from "@/server/usecases/write-backs/process";

/** One kind of background work: what a job does, and how to find work whose job was lost. */
export interface Task {
  /** Idempotent: it may be called twice for the same row, at once or later, by any process. */
  work(services: Services, tenant: Tenant, id: string, signal: AbortSignal): Promise<void>;
  /** A part of the work that waits and that nobody holds, of every workspace. */
  due(services: Services, part: DuePart): Promise<readonly JobPayload[]>;
  /** It waits for machines that are not ours, so it has workers of its own and keeps nobody else waiting. */
  readonly apart?: true;
}

/** Finds waiting work of that kind by the database function of its name. */
const waitingFor =
  (task: "run" | "write_back" | "sync" | "page_check" | "policy_trial"): Task["due"] =>
  (services, part) =>
    dueWork(services.db, task, part);

/** The index of background work: one line each. */
export const TASKS: Readonly<Partial<Record<TaskName, Task>>> = {
  run: { work: processRun, due: waitingFor("run") },
  write_back: {
    work: (services, tenant, id) => processWriteBack(services, tenant, id),
    due: waitingFor("write_back"),
  },
  sync: { work: runSync, due: waitingFor("sync") },
  page_check: { work: checkPage, due: waitingFor("page_check"), apart: true },
  policy_trial: { work: processTrial, due: waitingFor("policy_trial") },
};

/** The workspace a stored job belongs to; jobs are written by the service alone. */
export const tenantOfJob = ({ workspaceId }: JobPayload): Tenant => tenantOf(workspaceId);
