/** SQL: whether a snooze is over at `at`, a parameter such as `$2`. */
export const isSnoozeDue = (alert: string, at: string): string =>
  `(${alert}.snooze_until IS NULL OR ${alert}.snooze_until <= ${at})`;

/** SQL: the status in which an alert is shown at `at`: a snooze that is due is over. */
export const shownAlertStatus = (alert: string, at: string): string =>
  `CASE WHEN ${alert}.status = 'snoozed' AND ${isSnoozeDue(alert, at)} THEN 'open' ELSE ${alert}.status END`;

/** SQL: whether an alert is shown as open at `at`; unlike the status, an index on the stored one serves it. */
export const isOpenAlert = (alert: string, at: string): string =>
  `(${alert}.status = 'open' OR (${alert}.status = 'snoozed' AND ${isSnoozeDue(alert, at)}))`;
