/**
 * The points of the protocols at which a crash matters most. The use cases announce them; the composition root decides
 * what happens there: nothing in the service, a crash or a pause in tests and in `npm run test:exactly-once`.
 */
export type Checkpoint =
  | "credentials:renewed"
  | "run:page-computed"
  | "run:page-committed"
  | "run:before-finish"
  | "run:publishing"
  | "write-back:leased"
  | "write-back:read"
  | "write-back:sent-recorded"
  | "write-back:answered"
  | "write-back:before-applied"
  | "schedule:committed"
  | "page-check:claimed"
  | "page-check:answered"
  | "webhook:dispatched"
  | "webhook:leased"
  | "webhook:answered"
  | "webhook:recorded"
  | "decision-batch:leased"
  | "decision-batch:item-decided"
  | "decision-batch:item-committed"
  | "decision-batch:before-finish"
  | "lane-pass:leased"
  | "lane-pass:decided"
  | "lane-pass:committed";
