import { processDecisionBatch } from "@/server/usecases/decision-batches/process";
import { runSync } from "@/server/usecases/integrations/sync";
import { processRun } from "@/server/usecases/runs/process";
import { processWriteBack } from "@/server/usecases/write-backs/process";
import type { ProcessTask } from "./in-process-worker";
import type { Mutation } from "./mutants";

/** Returns what a worker does with a task, as the service's own workers do it. */
export const processTask =
  ({ steps: writeBackSteps }: Pick<Mutation, "steps">): ProcessTask =>
  (services, { kind, tenant, id }) => {
    switch (kind) {
      case "write_back":
        return processWriteBack({ ...services, writeBackSteps }, tenant, id);
      case "sync":
        return runSync(services, tenant, id);
      case "run":
        return processRun(services, tenant, id);
      case "decision_batch":
        return processDecisionBatch(services, tenant, id);
    }
  };
