import { DomainError } from "../errors";
import type { BlockerCode } from "../recommendations/blockers";
import { isEffective, OPEN_WRITE_BACK_STATUSES, type WriteBackStatus } from "./write-back";

/** A write-back as far as it decides what a revert of it does. Prices are minor units of `currency`. */
export interface RevertableWrite {
  readonly id: string;
  readonly status: WriteBackStatus;
  /** Whether it writes the approved price, and not the one from before. */
  readonly writesApproved: boolean;
  /** When it was first sent as far as it may have reached the store; null if nothing can have. */
  readonly firstSentAt: Date | null;
  readonly currency: string;
  readonly targetPrice: bigint;
}

/** What a revert of one write-back is about. */
export interface RevertSubject<Write extends RevertableWrite = RevertableWrite> {
  /** The write-back that the caller names. */
  readonly named: Pick<RevertableWrite, "status" | "writesApproved">;
  /** The newest write-back of the same recommendation that is unresolved or applied; null if there is none. */
  readonly prevailing: Write | null;
  /** The id of the item's newest write-back that is unresolved or applied. */
  readonly newestOfItem: string | null;
  readonly item: { readonly currency: string; readonly price: bigint | null };
}

/** What comes of a revert. */
export type RevertVerdict<Write extends RevertableWrite = RevertableWrite> =
  | { readonly act: "revert"; readonly row: Write }
  /** The price is taken back, or that is on its way; what others wrote since stays. */
  | { readonly act: "none" }
  | { readonly act: "refuse"; readonly error: DomainError };

/**
 * Decides what a revert takes back. A revert may have been taken back itself, and that again: the write-back that is
 * reverted is the newest that wrote the same price as the named one. If the other price prevails, a revert has taken
 * effect, and a repeat of it does nothing, also after others have changed the price since.
 */
export function evaluateRevert<Write extends RevertableWrite>({
  named,
  prevailing,
  newestOfItem,
  item,
}: RevertSubject<Write>): RevertVerdict<Write> {
  if (prevailing === null || !isEffective(named.status)) return refuseNotApplied(named.status);
  const isSame = prevailing.writesApproved === named.writesApproved;
  if (!isSame) return { act: "none" };
  if (isOpen(prevailing.status)) return refuseNotApplied(prevailing.status);
  if (prevailing.firstSentAt === null)
    return refuse(
      prevailing,
      "The store carried this price already; nothing was sent that could be taken back.",
    );
  if (newestOfItem !== null && newestOfItem > prevailing.id)
    return refuse(prevailing, "The item's price was written again since.", ["write_back"]);
  if (item.currency !== prevailing.currency || item.price !== prevailing.targetPrice)
    return refuse(prevailing, "The item's price was changed since it was written.", ["price"]);
  return { act: "revert", row: prevailing };
}

/** Refuses a revert with a 409; `changed` are codes as those of an approval. */
export const refuse = (
  { status }: Pick<RevertableWrite, "status">,
  message: string,
  changed?: readonly BlockerCode[],
): { readonly act: "refuse"; readonly error: DomainError } => ({
  act: "refuse",
  error: new DomainError("conflict", message, { current_status: status, ...(changed ? { changed } : {}) }),
});

const refuseNotApplied = (status: WriteBackStatus) =>
  refuse({ status }, `A write-back that is ${status} cannot be taken back.`);

const isOpen = (status: WriteBackStatus): boolean => OPEN_WRITE_BACK_STATUSES.some((open) => open === status);
