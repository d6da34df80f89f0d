import { type Tenant, tenantOf } from "@/server/db/database/tenant";
import { type DuePage, dueWork, type JobPayload, type TaskName } from "@/server/db/queue/queue";
import { runSync } from "@/server/usecases/integrations/sync";
import { checkPage } from "@/server/usecases/offers/check-page";
import type { Services } from "@/server/usecases/request-context";
import { processRun } from "@/server/usecases/runs/process";
import { answerMailRequest } from "@/server/usecases/sign-up/mail-requests";
import { processTrial } from "@/server/usecases/trials/process";
import { processWriteBack } from "@/server/usecases/write-backs/process";

/** One kind of background work: how to process a job, and how to find work whose job was lost. */
export interface Task {
  /** Must be idempotent: any process may call it twice for the same row, at the same time or later. */
  work(services: Services, tenant: Tenant, id: string, signal: AbortSignal): Promise<void>;
  /** Returns a page of the waiting work without a lease, across all workspaces. */
  due(services: Services, part: DuePage): Promise<readonly JobPayload[]>;
  /** The task waits for other machines, so it has a queue of its own and delays no other task. */
  readonly dedicatedQueue?: true;
}

/** Finds waiting work of that kind by the database function of its name. */
const waitingFor =
  (task: TaskName): Task["due"] =>
  (services, part) =>
    dueWork(services.db, task, part);

/** The index of background work. */
export const TASKS: Readonly<Record<TaskName, Task>> = {
  run: { work: processRun, due: waitingFor("run") },
  write_back: {
    work: (services, tenant, id) => processWriteBack(services, tenant, id),
    due: waitingFor("write_back"),
  },
  sync: { work: runSync, due: waitingFor("sync") },
  mail_request: { work: answerMailRequest, due: waitingFor("mail_request") },
  page_check: { work: checkPage, due: waitingFor("page_check"), dedicatedQueue: true },
  policy_trial: { work: processTrial, due: waitingFor("policy_trial") },
};

/** Returns the workspace of a stored job; only the service writes jobs. */
export const tenantOfJob = ({ workspaceId }: JobPayload): Tenant => tenantOf(workspaceId);
