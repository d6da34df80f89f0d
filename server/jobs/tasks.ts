import { type Tenant, tenantOf } from "@/server/db/database/tenant";
import type { JobPayload, TaskName } from "@/server/db/queue/queue";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";
import { lookAtHints } from "@/server/usecases/integrations/look-at-hints";
import { runSync } from "@/server/usecases/integrations/sync";
import { settleMarkets } from "@/server/usecases/items/settle-markets";
import { processLanePass } from "@/server/usecases/lanes/process";
import { checkPage } from "@/server/usecases/offers/check-page";
import { processRun } from "@/server/usecases/runs/process";
import { processSchedule } from "@/server/usecases/schedules/process";
import type { Services } from "@/server/usecases/services";
import { processMailRequest } from "@/server/usecases/sign-up/mail-requests";
import { processTrial } from "@/server/usecases/trials/process";
import { dispatchEvents } from "@/server/usecases/webhooks/dispatch";
import { sendDeliveries } from "@/server/usecases/webhooks/send";
import { processWriteBack } from "@/server/usecases/write-backs/process";

/** The queues of a worker, each with its own number of jobs at once. */
export const QUEUES = ["general", "pages", "webhooks", "batches"] as const;
export type QueueName = (typeof QUEUES)[number];

/** One kind of background work. Its waiting rows are found by the database function of its name. */
export interface JobKind {
  /** Must be idempotent: any process may call it twice for the same row, at the same time or later. */
  process(services: Services, tenant: Tenant, id: string, signal: AbortSignal): Promise<void>;
  /** Default: general. A task that waits for other machines has a queue of its own and delays no other task. */
  readonly queue?: QueueName;
}

/** The index of background work. */
export const JOB_KINDS: Readonly<Record<TaskName, JobKind>> = {
  run: { process: processRun },
  write_back: { process: (services, tenant, id) => processWriteBack(services, tenant, id) },
  sync: { process: runSync },
  mail_request: { process: processMailRequest },
  page_check: { process: checkPage, queue: "pages" },
  policy_trial: { process: processTrial },
  schedule: { process: processSchedule },
  webhook_event: { process: dispatchEvents },
  decision_batch: { process: processDecisionBatch, queue: "batches" },
  lane_pass: { process: processLanePass, queue: "batches" },
  store_hints: { process: (services, tenant, id) => lookAtHints(services, tenant, id) },
  item_market: {
    process: (services, tenant, _id, signal) => settleMarkets(services, tenant, signal),
    queue: "batches",
  },
  webhook_endpoint: { process: sendDeliveries, queue: "webhooks" },
};

/** Returns the workspace of a stored job; only the service writes jobs. */
export const tenantOfJob = ({ workspaceId }: JobPayload): Tenant => tenantOf(workspaceId);
