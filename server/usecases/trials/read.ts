import { findTrial, type TrialRow } from "@/server/db/trials/trials";
import { notFound } from "@/server/domain/errors";
import { type RequestContext, read } from "../request-context";

/** A trial: how far it is, and what came of it. @throws DomainError not_found, also where newer ones took its place */
export async function readTrial(context: RequestContext, id: string): Promise<TrialRow> {
  const trial = await read(context, (tx) => findTrial(tx, id));
  if (trial === null) throw notFound("trial");
  return trial;
}
