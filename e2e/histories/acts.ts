/** What a history can bring about. Histories that bring about none of one of them prove nothing about it. */
const ACTS = [
  "one person approved",
  "one of two approved",
  "two people approved",
  "a lane approved",
  "another price was set",
  "a price was rejected",
  "a batch was carried out",
  "an approved price was written",
  "a price that waited in a freeze was written",
  "a price was taken back",
  "a revert was taken back",
  "a batch was taken back",
  "the run was taken back",
  "a write was canceled",
  "prices were frozen",
  "freezes were deleted",
  "two people decided everything",
] as const;

export type Act = (typeof ACTS)[number];

/** Returns the acts that histories did not bring about. */
export const missingActs = (seen: ReadonlySet<Act>): Act[] => ACTS.filter((act) => !seen.has(act));
