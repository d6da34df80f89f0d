import type { Outputs } from "@/app/_trpc/client";
import type { PlanLimits } from "@/server/domain/plan/plans";

const figure = (value: number | null, none = "no limit"): string =>
  value === null ? none : value.toLocaleString("en-US");
const yes = (value: boolean): string => (value ? "yes" : "–");

type Usage = Outputs["workspace"]["status"]["usage"];

interface LimitText {
  readonly label: string;
  of(limits: PlanLimits): string;
  /** How much is used now; absent for what is allowed or not. */
  readonly used?: (usage: Usage) => number;
}

/** The rows of the plan comparison. */
export const limitText: readonly LimitText[] = [
  { label: "Items", of: ({ items }) => figure(items), used: ({ items }) => items.used },
  { label: "Runs a day", of: ({ runsPerDay }) => figure(runsPerDay), used: ({ runs }) => runs.used },
  {
    label: "Page checks a month",
    of: ({ checksPerMonth }) => figure(checksPerMonth, "by contract"),
    used: ({ checks }) => checks.used,
  },
  { label: "Members", of: ({ members }) => figure(members), used: ({ members }) => members.used },
  { label: "API keys", of: ({ tokens }) => figure(tokens), used: ({ tokens }) => tokens.used },
  { label: "Approving prices", of: ({ writeBack }) => yes(writeBack) },
  { label: "Agents over MCP", of: ({ agents }) => yes(agents) },
];
