import { findNamed, type TracedKind } from "@/server/db/traces/named";
import { DomainError } from "@/server/domain/errors";
import { operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { traceDelivery } from "./delivery";
import { traceOffer } from "./offer";
import { traceRecommendation } from "./recommendation";
import { traceRun } from "./run";
import type { Trace } from "./trace";
import { traceWriteBack } from "./write-back";

const TRACERS: Readonly<Record<TracedKind, (context: RequestContext, id: string) => Promise<Trace | null>>> =
  {
    write_back: traceWriteBack,
    recommendation: traceRecommendation,
    run: traceRun,
    offer: traceOffer,
    delivery: traceDelivery,
  };

/**
 * Finds what an id names, in whichever workspace, and returns its life.
 * @throws DomainError not_found
 */
export async function findTrace(
  services: Services,
  id: string,
): Promise<{ readonly trace: Trace; readonly context: RequestContext }> {
  const named = await findNamed(services.db, id);
  const context = named && (await operatorContext(services, named.tenant.workspaceId));
  const trace = named && context && (await TRACERS[named.kind](context, id));
  if (trace && context) return { trace, context };
  throw new DomainError(
    "not_found",
    `No workspace has a write-back, recommendation, run, competitor's page or webhook delivery with the id ${id}.`,
  );
}
