import type { WriteBackRow } from "@/server/db/write-backs/write-backs";
import { stateReason } from "@/server/domain/items/item-state";
import { formatAmount } from "@/server/domain/money";
import type { Lifecycle } from "@/server/domain/plan/plans";
import { BLOCKERS, type GuardCode } from "@/server/domain/recommendations/blockers";
import type { ConflictReason } from "@/server/domain/write-backs/write-back";
import type { Blocker } from "../approvals/guards";
import type { Shortfall } from "../approvals/shortfall";

type Priced = Pick<WriteBackRow, "expectedPrice" | "targetPrice" | "currency" | "firstSentAt">;

const amount = (minor: bigint, { currency }: Priced): string =>
  `${formatAmount(minor, currency)} ${currency}`;

const notSent = ({ firstSentAt }: Priced): string =>
  firstSentAt === null ? "Nothing was sent." : "It was not sent again.";

const LOOK = "Look at the price in the store.";

const found = (row: Priced, storePrice: bigint | null): string =>
  storePrice === null ? "another price" : amount(storePrice, row);

const inPart = (row: Priced, storePrice: bigint | null): string =>
  `The store marked ${amount(row.targetPrice, row)} as written, but holds ${found(row, storePrice)} or charges another price.`;

/** The receipt of a price that the store has in part and that is not completed, behind the reason for it. */
export const leftInPartText = (row: Priced, why: string, storePrice: bigint | null): string =>
  `${why} ${inPart(row, storePrice)} ${LOOK}`;

/** The receipt of a price that was not sent because the store's price is not the one of the approval. */
export function conflictText(row: Priced, reason: ConflictReason, storePrice: bigint | null): string {
  if (reason === "not_in_store")
    return `The store no longer has this item, or no price for it. ${notSent(row)}`;
  if (reason === "currency_changed")
    return `The store's currency is no longer ${row.currency}. ${notSent(row)}`;
  if (reason === "written_in_part") return `${inPart(row, storePrice)} ${notSent(row)} ${LOOK}`;
  return `The store holds ${found(row, storePrice)}, not the expected ${amount(row.expectedPrice, row)}. ${notSent(row)}`;
}

/** The receipt of a price that was not sent because it would break guards now. */
export const guardText = (row: Priced, broken: readonly GuardCode[]): string =>
  `${notSent(row)} Since the approval, ${broken.map((guard) => BLOCKERS[guard].receipt).join(", and ")}.`;

/** The receipt of a price that was not sent because its variant is no longer the item's. */
export const otherVariantText = (row: Priced): string =>
  `${notSent(row)} Since the approval, the item has become another variant of the store. The next run recommends a price for it.`;

/** The receipt of a price that was not sent because no price can be written to the item now. */
export function blockedText(row: Priced, blocker: Blocker): string {
  switch (blocker.code) {
    case "state":
      return `${notSent(row)} Since the approval, the item has changed: ${stateReason(blocker.state, null)}`;
    case "mismatches":
      return [notSent(row), ...blocker.mismatches.map(({ message }) => message)].join(" ");
    case "policy":
      return blocker.detail;
  }
}

/** The receipt of a price that waited in a freeze and was not sent, because the plan writes none any more. */
export const planText = (row: Priced): string =>
  `${notSent(row)} When the freeze ended, the workspace's plan did not write prices to the store any more. With the Max or Enterprise plan, the next run recommends the price again.`;

/** The receipt of a price that waited in a freeze and was not sent, because the workspace accepts no changes. */
export const lifecycleText = (row: Priced, lifecycle: Lifecycle): string =>
  `${notSent(row)} When the freeze ended, the workspace was ${lifecycle}. Once it is active, the next run recommends the price again.`;

/** The receipt of an approved price that was not sent, because its approval does not suffice any more. */
export function shortfallText(row: Priced, shortfall: Shortfall): string {
  switch (shortfall.code) {
    case "people":
      return `${notSent(row)} By the auto-approval rule "${shortfall.lane}" of the present policy two people approve this price, and ${shortfall.given === 0 ? "nobody" : "one"} of those who may has. The next run recommends it again.`;
    case "lane_closed":
      return `${notSent(row)} An auto-approval rule approved this price, and it is not open for it any more. The next run recommends it again.`;
  }
}

/** The receipt of a price that the store has as intended. */
export const appliedText = (row: Priced): string => `The store carries ${amount(row.targetPrice, row)}.`;

export const atTargetText = (row: Priced): string =>
  `The store already carried ${amount(row.targetPrice, row)}. ${notSent(row)}`;

export const overwrittenText = (row: Priced, storePrice: bigint): string =>
  `The store answered that it took ${amount(row.targetPrice, row)}, but then held ${amount(storePrice, row)}.`;

/** The receipt of a price that a person canceled before it was sent. */
export const canceledText = (row: Priced): string => `It was canceled before it was sent. ${notSent(row)}`;

/** The receipt of a price that is given up while the store cannot be read. */
export const GAVE_UP =
  "The store could not be asked for too long. Look at its price before you approve again.";
export const DISCONNECTED = "The store was disconnected before the price was written.";
export const BEING_CHECKED = "Whether the store took the price is being checked.";
export const IN_DOUBT = "The store did not answer in time; whether it took the price is being checked.";
export const LONG_IN_DOUBT = "A price was sent to the store, and whether it arrived is still not known.";

/** What was answered in the store's place, without that the outcome is being checked. */
const answeredText = (storeAnswer: string): string =>
  storeAnswer === IN_DOUBT
    ? "The store did not answer in time."
    : storeAnswer.replace(BEING_CHECKED, "").trimEnd();

/** The receipt of a price that is given up. @param storePrice what the store holds; null if it cannot be read */
export function gaveUpText(
  row: Priced & Pick<WriteBackRow, "storeAnswer">,
  storePrice: bigint | null,
): string {
  if (storePrice === null) return GAVE_UP;
  const last = row.storeAnswer === null ? "" : ` The last answer: ${answeredText(row.storeAnswer)}`;
  return `It could not be written for too long: the store holds ${amount(storePrice, row)}. ${notSent(row)}${last}`;
}
