import { lockWorkspace } from "@/server/db/members/memberships";
import { addJob } from "@/server/db/queue/queue";
import { insertTrial, type TrialRow } from "@/server/db/trials/trials";
import type { Scenario } from "@/server/domain/pricing/scenario";
import { readDraftForWorkspace } from "../policy/priced-document";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

/** A draft to try: over the current catalog or as a scenario has it (preview), or over the latest runs (backtest). */
export type TrialRequest =
  | { readonly kind: "preview"; readonly document: unknown; readonly scenario: Scenario | null }
  | { readonly kind: "backtest"; readonly document: unknown; readonly runs: number };

/**
 * Queues a trial of a draft. An actor has one unfinished trial of each kind, which a newer one replaces; a script does
 * not end what a person waits for.
 * @throws DomainError validation_error with the invalid settings of the draft; plan_limit in a suspended workspace
 */
export async function requestTrial(context: RequestContext, request: TrialRequest): Promise<TrialRow> {
  const { services, tenant, actor } = context;
  return writeTransaction(context, async (tx) => {
    const document = await readDraftForWorkspace(tx, request.document);
    requireWritableWorkspace(context);
    await lockWorkspace(tx);
    const trial = await insertTrial(tx, {
      id: services.newId("trial"),
      kind: request.kind,
      document,
      scenario: request.kind === "preview" ? request.scenario : null,
      runs: request.kind === "backtest" ? request.runs : null,
      askedBy: actor.id,
      createdAt: new Date(services.now()),
    });
    await addJob(tx, "policy_trial", { v: 1, workspaceId: tenant.workspaceId, id: trial.id });
    return trial;
  });
}
