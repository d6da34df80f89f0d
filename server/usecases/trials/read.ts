import { findTrial, type TrialRow } from "@/server/db/trials/trials";
import { notFound } from "@/server/domain/errors";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

/**
 * Returns a trial with its progress and result.
 * @throws DomainError not_found, also when newer trials have replaced it
 */
export async function readTrial(context: RequestContext, id: string): Promise<TrialRow> {
  const trial = await readTransaction(context, (tx) => findTrial(tx, id));
  if (trial === null) throw notFound("trial");
  return trial;
}
