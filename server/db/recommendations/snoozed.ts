/** SQL: whether no snooze of a new or pending recommendation lasts beyond `at`, a parameter such as `$2`. */
export const isAwake = (recommendation: string, at: string): string =>
  `(${recommendation}.snooze_until IS NULL OR ${recommendation}.snooze_until <= ${at})`;

const isSnoozable = (recommendation: string): string =>
  `${recommendation}.status IN ('new', 'pending_approval')`;

/** SQL: whether a recommendation of any status is shown as snoozed at `at`. */
export const isSnoozed = (recommendation: string, at: string): string =>
  `(${isSnoozable(recommendation)} AND ${recommendation}.snooze_until > ${at})`;

/** SQL: whether a recommendation of any status is shown with its stored status at `at`. */
export const isNotSnoozed = (recommendation: string, at: string): string =>
  `(NOT ${isSnoozable(recommendation)} OR ${isAwake(recommendation, at)})`;
