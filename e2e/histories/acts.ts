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
  "a price was set in place of a person's",
  "small steps needed two people",
  "the lanes were taken away",
  "earlier lanes needed two people",
  "what was needed is shown after the lanes changed",
  "a program with a token brought prices",
  "an agent brought prices",
  "an agent started a run",
  "a lane left a token's prices to people",
  "a lane left an agent's prices to people",
  "a lane left an agent's run to people",
  "a lane decided on an agent's prices",
  "a lane decided in an agent's run",
] as const;

export type Act = (typeof ACTS)[number];

/** Returns the acts that histories did not bring about. */
export const missingActs = (seen: ReadonlySet<Act>): Act[] => ACTS.filter((act) => !seen.has(act));
