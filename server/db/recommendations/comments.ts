import type { RecommendationAction } from "@/server/domain/recommendations/recommendation";
import { queryInKeyOrder, type Tx } from "../database/transaction";

/** What a person wrote about a recommendation, with a decision or alone. */
export interface CommentRow {
  readonly id: string;
  /** The decision that it was written with; null for a comment of its own. */
  readonly action: RecommendationAction | null;
  readonly text: string;
  readonly authorLabel: string;
  readonly at: Date;
}

/** Adds a comment to a recommendation of the workspace. */
export async function insertComment(
  tx: Tx,
  comment: CommentRow & { readonly recommendationId: string; readonly authorId: string },
): Promise<void> {
  await tx.prisma.recommendationComment.create({
    data: { workspaceId: tx.tenant.workspaceId, ...comment },
  });
}

/** Returns up to `limit` comments of a recommendation with an id less than `before`, newest first. */
export const listComments = (
  tx: Tx,
  recommendationId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<CommentRow[]> =>
  queryInKeyOrder<CommentRow & Record<string, unknown>>(
    tx,
    `SELECT id, action, text, author_label AS "authorLabel", at FROM recommendation_comments
     WHERE workspace_id = $1 AND recommendation_id = $2 AND ($3::text IS NULL OR id < $3)
     ORDER BY workspace_id, recommendation_id, id DESC LIMIT $4`,
    [tx.tenant.workspaceId, recommendationId, before, limit],
  );
