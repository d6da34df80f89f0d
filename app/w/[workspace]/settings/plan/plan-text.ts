import type { PlanLimits } from "@/server/domain/plan/plans";

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const figure = (value: number | null, none = "no limit"): string =>
  value === null ? none : value.toLocaleString("en-US");
const yes = (value: boolean): string => (value ? "yes" : "–");

/** The rows of the plan comparison. */
export const limitText: readonly { readonly label: string; of(limits: PlanLimits): string }[] = [
  { label: "Items", of: ({ items }) => figure(items) },
  { label: "Runs a day", of: ({ runsPerDay }) => figure(runsPerDay) },
  { label: "Page checks a month", of: ({ checksPerMonth }) => figure(checksPerMonth, "by contract") },
  { label: "Members", of: ({ members }) => figure(members) },
  { label: "API keys", of: ({ tokens }) => figure(tokens) },
  { label: "Approving prices", of: ({ writeBack }) => yes(writeBack) },
  { label: "Agents over MCP", of: ({ writeBack }) => yes(writeBack) },
];
