import type { Tx } from "@/server/db/database/transaction";
import { type CommentRow, insertComment } from "@/server/db/recommendations/comments";
import { findRecommendation } from "@/server/db/recommendations/recommendations";
import { notFound } from "@/server/domain/errors";
import type { RecommendationAction } from "@/server/domain/recommendations/recommendation";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

/**
 * Adds a comment to a recommendation of any status.
 * @returns the comment
 * @throws DomainError not_found, plan_limit in a workspace that accepts no changes
 */
export function commentOnRecommendation(
  context: RequestContext,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<CommentRow> {
  return writeTransaction(context, async (tx) => {
    if ((await findRecommendation(tx, id)) === null) throw notFound("recommendation");
    requireWritableWorkspace(context);
    const comment = await addComment(context, tx, { recommendationId: id, action: null, text });
    await recordChange(context, tx, {
      action: "recommendation.comment",
      subject: id,
      after: { comment: comment.id, text },
    });
    return comment;
  });
}

/** Adds what a person wrote with a decision to the recommendation's comments, if they wrote something. */
export async function addDecisionComment(
  context: RequestContext,
  tx: Tx,
  {
    recommendationId,
    action,
    text,
  }: {
    readonly recommendationId: string;
    readonly action: RecommendationAction;
    readonly text: string | undefined;
  },
): Promise<void> {
  if (text !== undefined) await addComment(context, tx, { recommendationId, action, text });
}

async function addComment(
  { services, actor }: RequestContext,
  tx: Tx,
  comment: {
    readonly recommendationId: string;
    readonly action: RecommendationAction | null;
    readonly text: string;
  },
): Promise<CommentRow> {
  const row = {
    id: services.newId("comment"),
    ...comment,
    authorId: actor.userId ?? actor.id,
    authorLabel: actor.label,
    at: new Date(services.now()),
  };
  await insertComment(tx, row);
  return row;
}
