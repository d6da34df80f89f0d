/**
 * The one definition of which price of a recommendation prevails.
 *
 * The write-backs of a recommendation form a chain: the approval's own, the revert of it, the revert of that, and so
 * on. `writes_approved` is whether one writes the approved price or the price from before; the database sets it on
 * insert. One that ended as a conflict or as failed changed nothing. The newest of the others prevails: its price is in
 * the store or on its way there. A revert that was itself taken back therefore never prevails.
 *
 * The functions return SQL. `recommendation` is the alias of a row of `recommendations`, or of one that has its columns
 * `workspace_id` and `id`. OFFSET 0 makes the planner look the few rows up by the recommendation.
 */
import { INEFFECTIVE_STATUSES } from "@/server/domain/write-backs/write-back";

/** SQL: the write-back `row` is unresolved or applied. */
export const isEffective = (row: string): string =>
  `${row}.status NOT IN (${INEFFECTIVE_STATUSES.map((status) => `'${status}'`).join(", ")})`;

const rowsOf = (recommendation: string): string =>
  `(SELECT * FROM write_backs every WHERE every.workspace_id = ${recommendation}.workspace_id
    AND every.recommendation_id = ${recommendation}.id OFFSET 0)`;

/** SQL: a FROM item with the prevailing write-back of a recommendation; no row if nothing was queued or all failed. */
export const prevailingWriteBack = (recommendation: string): string =>
  `LATERAL (SELECT w.* FROM ${rowsOf(recommendation)} w WHERE ${isEffective("w")} ORDER BY w.id DESC LIMIT 1)`;

/** SQL: whether the newest applied write-back of a recommendation is one that writes the price from before. */
export const isTakenBack = (recommendation: string): string =>
  `COALESCE((SELECT NOT w.writes_approved FROM ${rowsOf(recommendation)} w
    WHERE w.status = 'applied' ORDER BY w.id DESC LIMIT 1), false)`;

/** SQL: whether a person canceled the write of the approved price. */
export const isCanceled = (recommendation: string): string =>
  `EXISTS (SELECT FROM ${rowsOf(recommendation)} w WHERE w.revert_of IS NULL AND w.canceled_at IS NOT NULL)`;

/**
 * SQL: a FROM item with the newest revert that takes the approved price back, of any status, unless the approved price
 * was written again since.
 */
export const newestRevert = (recommendation: string): string =>
  `LATERAL (SELECT w.* FROM ${rowsOf(recommendation)} w
    WHERE NOT w.writes_approved AND NOT EXISTS (
      SELECT FROM ${rowsOf(recommendation)} again
      WHERE again.writes_approved AND again.status = 'applied' AND again.id > w.id)
    ORDER BY w.id DESC LIMIT 1)`;

/** SQL: a FROM item with the newest revert of the write-back `reverted`, of any status; no row if that is null. */
export const newestRevertOf = (reverted: string, recommendation: string): string =>
  `LATERAL (SELECT w.* FROM ${rowsOf(recommendation)} w
    WHERE ${reverted}.id IS NOT NULL AND w.revert_of = ${reverted}.id ORDER BY w.id DESC LIMIT 1)`;
